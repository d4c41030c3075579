#![no_main]
ascertain_libfuzzer::fuzz!("report", 1 << 30);
