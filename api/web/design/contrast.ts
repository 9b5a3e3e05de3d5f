type Rgb = readonly [red: number, green: number, blue: number];

/** Colors that a theme derives from the merchant's accent. */
export interface AccentColors {
  /** Of buttons. */
  fill: string;
  /** Text on `fill`: contrast of at least 4.5. */
  onFill: string;
  /** Text, icons and focus rings on the page: contrast of at least 4.5 with the page. */
  ink: string;
}

interface Theme {
  /** The surface with the least contrast to text: `--sunken` of tokens.css. */
  surface: string;
  /** Color towards which one with too little contrast is moved. */
  away: Rgb;
  /** Least contrast of a button with the surface, so that a pale or dark accent does not vanish. */
  leastFill: number;
}

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

const themes: Record<'light' | 'dark', Theme> = {
  light: { surface: '#f4f4f2', away: black, leastFill: 1.25 },
  dark: { surface: '#212125', away: white, leastFill: 2 },
};

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const leastText = 4.5;
const mixSteps = 50;

/** Returns the colors of an accent `#rrggbb` in both themes, moved as little as their contrast needs. */
export function accentColors(accent: string): Record<'light' | 'dark', AccentColors> {
  return { light: colorsIn(themes.light, accent), dark: colorsIn(themes.dark, accent) };
}

/** Contrast ratio of two colors `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  return ratio(parse(one), parse(other));
}

function colorsIn({ surface, away, leastFill }: Theme, accent: string): AccentColors {
  const fill = movedUntil(parse(accent), away, (color) => ratio(color, parse(surface)) >= leastFill);
  const onFill = ratio(fill, white) >= leastText ? white : black;
  const ink = movedUntil(parse(accent), away, (color) => ratio(color, parse(surface)) >= leastText);
  return { fill: hex(fill), onFill: hex(onFill), ink: hex(ink) };
}

function movedUntil(color: Rgb, away: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let step = 0; step < mixSteps; step += 1) {
    const mixed = mix(color, away, step / mixSteps);
    if (isEnough(mixed)) return mixed;
  }
  return away;
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share);
  return [at(0), at(1), at(2)];
}

function parse(color: string): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function hex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function ratio(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
