/**
 * True if a Lab color is skin of any shade, by hue and chroma. The usual box in Cb and Cr includes white cloth in warm
 * light, and a product photo often has no face to learn from.
 */
export function isSkinColor(l: number, a: number, b: number): boolean {
  const chroma = Math.hypot(a, b);
  return l > 16 && l < 97 && chroma > 10 && chroma < 48 && a > 3.5 && b > a * 0.6 && b < a * 3.2;
}

/** A wider test that includes skin under a blue or pink cast: no separator of cloth and skin, but a hint of a person. */
export function maybeSkin(l: number, a: number, b: number): boolean {
  const chroma = Math.hypot(a, b);
  return l > 16 && l < 97 && chroma > 7 && chroma < 48 && a > 3 && b > -0.5 * a && b < a * 3.2;
}
