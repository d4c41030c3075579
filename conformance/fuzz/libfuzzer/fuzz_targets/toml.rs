#![no_main]
ascertain_libfuzzer::fuzz!("toml", 1 << 30);
