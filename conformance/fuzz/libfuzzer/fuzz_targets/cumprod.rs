#![no_main]
ascertain_libfuzzer::fuzz!("cumprod", 1 << 30);
