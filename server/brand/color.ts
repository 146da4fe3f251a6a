/** A colour as six hexadecimal digits after `#`. */
export type Color = string;

type Triple = [number, number, number];

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const gamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

const channels = (color: Color): Triple =>
  [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255) as Triple;

const hex = (values: number[]): Color =>
  `#${values
    .map((value) =>
      Math.round(Math.min(Math.max(value, 0), 1) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function luminance(color: Color): number {
  const [red, green, blue] = channels(color).map(linear) as Triple;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Mixes two colours in sRGB.
 *
 * @param share how much of the second one, from 0 to 1
 */
export function mix(one: Color, other: Color, share: number): Color {
  const [a, b] = [channels(one), channels(other)];
  return hex(a.map((value, at) => value * (1 - share) + (b[at] ?? 0) * share));
}

/** @see https://bottosson.github.io/posts/oklab/ */
function toOklab(color: Color): Triple {
  const [red, green, blue] = channels(color).map(linear) as Triple;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Triple): Color {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return hex(rgb.map(gamma));
}

/** The number of lightness steps to try, from black to white. */
const steps = 400;

/**
 * Finds the nearest colour of the same hue that has enough contrast.
 *
 * @param color where to start
 * @param others the colours behind or in front of it
 * @param ratio the minimum contrast with each of them
 * @returns undefined if none has
 */
export function nearestWithContrast(color: Color, others: Color[], ratio: number): Color | undefined {
  const isEnough = (candidate: Color): boolean =>
    others.every((other) => contrast(candidate, other) >= ratio);
  if (isEnough(color)) return color;
  const [lightness, a, b] = toOklab(color);
  const candidates = Array.from({ length: steps + 1 }, (_, step) => step / steps)
    .sort((one, other) => Math.abs(one - lightness) - Math.abs(other - lightness))
    // the gamut narrows towards black and white
    .map((tried) => fromOklab([tried, a * shrink(tried), b * shrink(tried)]));
  return candidates.find(isEnough);
}

/** Returns the share of its chroma that a colour keeps at a lightness: all of it, except near black and white. */
const shrink = (lightness: number): number => Math.min(1, lightness * 4, (1 - lightness) * 4);
