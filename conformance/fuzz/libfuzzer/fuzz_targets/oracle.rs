#![no_main]
ascertain_libfuzzer::fuzz!("oracle", 1 << 30);
