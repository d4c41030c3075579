/* Bochs 2.7 rounds ties away from zero where it converts f32 to f16, by VCVTPS2PH as by all others. This function takes
 * the place of its own (see patch.py) and rounds to even, as IEEE 754 and processors do.
 *
 * It is copied into a program byte by byte, so that it must neither call anything nor refer to any data. */

/* The members of Bochs' floating-point state that are used here; modes and flags are those of MXCSR. */
struct state {
  int unused;
  int mode;
  int flags;
};

enum { NEAREST, DOWN, UP };
enum { OVERFLOW = 8, UNDERFLOW = 16, INEXACT = 32 };

/* The f16 nearest to a number. A normal f16 has the biased exponent `exponent` + 1, and `significand` has its highest
 * bit at 14, with the four lowest bits to be rounded; numbers below them have a negative `exponent`. */
unsigned short round_to_f16(int negative, short exponent, unsigned short significand, struct state *state) {
  unsigned drop = 4, sign = (unsigned)negative << 15;
  int below = exponent < 0;
  if (below) {
    /* Subnormal numbers share the least exponent: the significand moves instead, until nothing is left of it. */
    drop = exponent < -16 ? 20 : (unsigned)(4 - exponent);
    exponent = 0;
  }
  unsigned kept = (unsigned)significand >> drop;
  unsigned dropped = significand & ((1u << drop) - 1), half = 1u << (drop - 1);

  int up;
  if (state->mode == NEAREST)
    up = dropped > half || (dropped == half && (kept & 1));
  else
    up = dropped && state->mode == (negative ? DOWN : UP);

  /* The highest bit, and what is carried out of the significand, count for the exponent. */
  unsigned bits = ((unsigned)exponent << 10) + kept + (unsigned)up;
  if (exponent > 0x1e || bits >= 0x7c00) {
    state->flags |= OVERFLOW | INEXACT;
    return (unsigned short)(sign | (state->mode == NEAREST || state->mode == (negative ? DOWN : UP) ? 0x7c00 : 0x7bff));
  }
  if (dropped)
    state->flags |= below ? UNDERFLOW | INEXACT : INEXACT;
  return (unsigned short)(sign | bits);
}
