//! Functions of complex numbers: principal values, with signs and infinities as in Annex G of C99.

use super::graded::Graded;
use num_complex::Complex;

/// The value of a function, within a few units in the last place of f64, counted in the size of the whole number. None for
/// functions that no page has of complex numbers.
pub(super) fn graded(function: Graded, z: Complex<f64>) -> Option<Complex<f64>> {
    // What grows beyond all numbers leaves zeros.
    let scaled = |part: f64, size: f64| if part == 0.0 { part } else { part * size };
    let Complex { re, im } = z;
    Some(match function {
        // Of a real number the value is one, also where it is infinite.
        Graded::Exp if im == 0.0 => Complex::new(libm::exp(re), im),
        Graded::Exp => Complex::new(libm::cos(im), libm::sin(im)) * libm::exp(re),
        Graded::Log => Complex::new(log_of_size(z), libm::atan2(im, re)),
        Graded::Sqrt => root(z),
        Graded::Rsqrt if re == 0.0 && im == 0.0 => Complex::new(f64::INFINITY, -im),
        Graded::Rsqrt => {
            let root = root(z);
            let size = libm::hypot(root.re, root.im);
            root.conj() / size / size
        }
        Graded::Sin => {
            Complex::new(scaled(libm::sin(re), libm::cosh(im)), scaled(libm::cos(re), libm::sinh(im)))
        }
        Graded::Cos => {
            Complex::new(scaled(libm::cos(re), libm::cosh(im)), -scaled(libm::sin(re), libm::sinh(im)))
        }
        Graded::Tanh => return None,
    })
}

/// The logarithm of the absolute value, which squares would overflow.
fn log_of_size(z: Complex<f64>) -> f64 {
    let (re, im) = (z.re.abs(), z.im.abs());
    let (less, more) = if re < im { (re, im) } else { (im, re) };
    if less == 0.0 || more.is_infinite() || less.is_nan() || more.is_nan() {
        return libm::log(libm::hypot(re, im));
    }
    libm::log(more) + libm::log1p((less / more) * (less / more)) / 2.0
}

/// The root whose real part is not negative; its imaginary part has the sign of that of `z`.
fn root(z: Complex<f64>) -> Complex<f64> {
    let Complex { re, im } = z;
    if (re == 0.0 && im == 0.0) || im.is_infinite() {
        return Complex::new(im.abs(), im);
    }
    // Powers of four keep the sum in the range.
    let size = re.abs().max(im.abs());
    let (down, up) = if size > 1e300 {
        (0.25, 2.0)
    } else if size < 1e-280 {
        (2_f64.powi(200), 2_f64.powi(-100))
    } else {
        (1.0, 1.0)
    };
    let (x, y) = (re.abs() * down, im.abs() * down);
    let greater = libm::sqrt(x / 2.0 + libm::hypot(x, y) / 2.0);
    let (greater, lesser) = (greater * up, y / greater / 2.0 * up);
    if re.is_sign_negative() {
        Complex::new(lesser, greater.copysign(im))
    } else {
        Complex::new(greater, lesser.copysign(im))
    }
}
