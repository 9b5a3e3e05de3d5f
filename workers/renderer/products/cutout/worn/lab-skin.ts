/**
 * Skin of any shade by its hue and chroma in Lab. The usual box in Cb and Cr takes white cloth in warm light for
 * skin, and a product photo has no face to learn from.
 */
export function isSkinColour(l: number, a: number, b: number): boolean {
  const chroma = Math.hypot(a, b);
  return l > 16 && l < 97 && chroma > 10 && chroma < 48 && a > 3.5 && b > a * 0.6 && b < a * 3.2;
}

/** The same in a photo's blue or pink cast as well: too wide to part cloth from skin by, but a hint of a person. */
export function isFlesh(l: number, a: number, b: number): boolean {
  const chroma = Math.hypot(a, b);
  return l > 16 && l < 97 && chroma > 7 && chroma < 48 && a > 3 && b > -0.5 * a && b < a * 3.2;
}
