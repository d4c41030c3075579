#![no_main]
ascertain_libfuzzer::fuzz!("protocol_line", 1 << 30);
