//! The inner loops of the kernels for AVX2 and for AVX-512, marked for llvm-mca: see `mca.sh`. Nothing here is run.
#![crate_type = "lib"]
#![allow(dead_code, unused_imports, unreachable_pub)]

/// As much of what the instructions' modules ask for as they need to compile.
#[path = "../../src/kernel"]
mod kernel {
    pub mod number {
        pub const VECTOR: usize = 8;

        pub trait Number {
            type Bytes: Copy;
        }

        macro_rules! numbers {
            ($($ty:ty),+) => {$(
                impl Number for $ty {
                    type Bytes = [u8; size_of::<$ty>()];
                }
            )+};
        }
        numbers!(f32, f64, u8, u16, u32, u64);
    }

    pub mod processor {
        use super::number::{Number, VECTOR};

        pub type Words = [[u8; 2]; VECTOR];
        pub type Square = [Words; VECTOR];
        pub type Floats = [f32; VECTOR];
        pub type Bytes<T> = [<T as Number>::Bytes; VECTOR];

        macro_rules! products {
            ($($name:ident $ty:ty, $lane:ty;)+) => {$(
                fn $name(_: [$lane; VECTOR], _: Bytes<$ty>) -> ([$lane; VECTOR], Bytes<$ty>) {
                    loop {}
                }
            )+};
        }

        macro_rules! blocks {
            ($($name:ident $before:ty, $ty:ty;)+) => {$(
                fn $name(_: $before, _: Bytes<$ty>) -> ($before, Bytes<$ty>) {
                    loop {}
                }
            )+};
        }

        pub trait Processor {
            type F16: SideBySide;
            type Bf16: SideBySide;
            const SQUARES: bool;
            const PAIRS: bool = false;
            const SHORT_ROWS: bool;
            fn will_read<B>(elements: &[B], at: usize);
            fn will_write<B>(elements: &[B], at: usize);
            products! {
                products_of_f32 f32, f32;
                products_of_f64 f64, f64;
                products_of_u8 u8, u16;
                products_of_u16 u16, u16;
                products_of_u32 u32, u32;
                products_of_u64 u64, u64;
                wide_products_of_f32 f32, f64;
            }
            blocks! {
                block_of_u8 [u16; VECTOR], u8;
                block_of_u16 [u16; VECTOR], u16;
                block_of_u32 [u32; VECTOR], u32;
                block_of_u64 u64, u64;
            }
        }

        pub trait SideBySide {
            fn read(x: Words) -> Floats;
            fn write(x: Floats) -> Words;
            fn products(a: Floats, b: Words) -> (Floats, Words);
            fn wide_products(a: Floats, b: Words) -> (Floats, Words);
            #[inline(always)]
            fn pair<const WIDE: bool>(a: [Floats; 2], b: [Words; 2]) -> ([Floats; 2], [Words; 2]) {
                let products = if WIDE { Self::wide_products } else { Self::products };
                let ([a, b], [c, d]) = (a, b);
                let ((a, c), (b, d)) = (products(a, c), products(b, d));
                ([a, b], [c, d])
            }
            fn chain(product: f32, x: Words) -> (f32, Words);
            fn square<const WIDE: bool>(products: Floats, lines: Square) -> (Floats, Square);
        }

        #[path = "x86/mod.rs"]
        pub mod x86;
    }

    mod loops {
        use super::number::{Number, VECTOR};
        use super::processor::{Bytes, Floats, Processor, SideBySide, Square, Words, x86::Avx2, x86::Avx512};
        use std::arch::asm;

        /// A loop over pieces of factors, from a state to the next, and to pieces of products.
        macro_rules! marked {
            ($name:ident, $features:literal, $what:literal $level:literal, $state:ty, $piece:ty, $next:expr) => {
                #[unsafe(no_mangle)]
                #[target_feature(enable = $features)]
                pub fn $name(state: &mut $state, x: &[$piece], y: &mut [$piece]) {
                    let mut now = *state;
                    for (x, y) in x.iter().zip(y) {
                        // SAFETY: this is no instruction at all.
                        unsafe {
                            asm!(
                                concat!("# LLVM-MCA-BEGIN ", $what, " ", $level),
                                options(nostack, preserves_flags)
                            )
                        };
                        (now, *y) = $next(now, *x);
                        // SAFETY: this is no instruction at all.
                        unsafe { asm!("# LLVM-MCA-END", options(nostack, preserves_flags)) };
                    }
                    *state = now;
                }
            };
        }

        /// A loop over a row: products in memory, by a vector or two of factors.
        macro_rules! marked_row {
            ($name:ident, $features:literal, $what:literal $level:literal, $lanes:ty, $piece:ty, $next:expr) => {
                #[unsafe(no_mangle)]
                #[target_feature(enable = $features)]
                pub fn $name(products: &mut [$lanes], x: &[$piece], y: &mut [$piece]) {
                    for ((p, x), y) in products.iter_mut().zip(x).zip(y) {
                        // SAFETY: this is no instruction at all.
                        unsafe {
                            asm!(
                                concat!("# LLVM-MCA-BEGIN ", $what, " ", $level),
                                options(nostack, preserves_flags)
                            )
                        };
                        (*p, *y) = $next(*p, *x);
                        // SAFETY: this is no instruction at all.
                        unsafe { asm!("# LLVM-MCA-END", options(nostack, preserves_flags)) };
                    }
                }
            };
        }

        /// The same loop for both.
        macro_rules! both {
            ($marked:ident, $avx2:ident $avx512:ident, $what:literal, $state:ty, $piece:ty, $p:ident => $next:expr) => {
                mod $avx2 {
                    use super::*;
                    type $p = Avx2;
                    $marked!($avx2, "avx2,f16c,bmi2", $what "avx2", $state, $piece, $next);
                }
                mod $avx512 {
                    use super::*;
                    type $p = Avx512;
                    $marked!(
                        $avx512,
                        "avx2,f16c,bmi2,avx512f,avx512bw,avx512dq,avx512vl",
                        $what "avx512",
                        $state,
                        $piece,
                        $next
                    );
                }
            };
        }

        /// What the compiler makes of a plain loop.
        #[inline(always)]
        fn times(a: [u64; VECTOR], b: Bytes<u64>) -> ([u64; VECTOR], Bytes<u64>) {
            let products: [u64; VECTOR] =
                core::array::from_fn(|k| a[k].wrapping_mul(u64::from_le_bytes(b[k])));
            (products, products.map(u64::to_le_bytes))
        }

        both!(marked_row, u64_row_avx2 u64_row_avx512, "u64-rows 8", [u64; 8], Bytes<u64>, P => times);
        both!(marked, u64_line_avx2 u64_line_avx512, "u64-line 8", u64, Bytes<u64>, P => P::block_of_u64);
        both!(marked_row, f16_row_avx2 f16_row_avx512, "f16-rows 16", [Floats; 2], [Words; 2],
        P => <P as Processor>::F16::pair::<false>);
        both!(marked_row, f16_wide_row_avx2 f16_wide_row_avx512, "f16-rows-wide 16", [Floats; 2], [Words; 2],
        P => <P as Processor>::F16::pair::<true>);
        both!(marked_row, bf16_row_avx2 bf16_row_avx512, "bf16-rows 16", [Floats; 2], [Words; 2],
        P => <P as Processor>::Bf16::pair::<false>);
        both!(marked_row, bf16_wide_row_avx2 bf16_wide_row_avx512, "bf16-rows-wide 16", [Floats; 2], [Words; 2],
        P => <P as Processor>::Bf16::pair::<true>);
        both!(marked, f16_lines_avx2 f16_lines_avx512, "f16-lines 64", Floats, Square,
        P => <P as Processor>::F16::square::<false>);
        both!(marked, f16_wide_lines_avx2 f16_wide_lines_avx512, "f16-lines-wide 64", Floats, Square,
        P => <P as Processor>::F16::square::<true>);
    }
}
