import { converter, formatHex, interpolate, wcagContrast } from 'culori';

/** A colour as six hexadecimal digits after `#`. */
export type Color = string;

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
export const contrast = (one: Color, other: Color): number => wcagContrast(one, other);

/** Mixes two colours in sRGB. @param share how much of the second one, from 0 to 1 */
export const mix = (one: Color, other: Color, share: number): Color =>
  formatHex(interpolate([one, other], 'rgb')(share));

/** The number of lightness steps to try, from black to white. */
const steps = 400;

const toOklch = converter('oklch');

/** Returns the share of its chroma that a colour keeps at a lightness: all of it, except near black and white. */
const shrink = (lightness: number): number => Math.min(1, lightness * 4, (1 - lightness) * 4);

/**
 * Finds the nearest colour of the same hue that has enough contrast.
 *
 * @param others the colours behind or in front of it
 * @param ratio the minimum contrast with each of them
 * @returns undefined if none has
 */
export function nearestWithContrast(color: Color, others: Color[], ratio: number): Color | undefined {
  const isEnough = (candidate: Color): boolean =>
    others.every((other) => contrast(candidate, other) >= ratio);
  if (isEnough(color)) return color;
  const from = toOklch(color);
  if (!from) return undefined;
  return (
    Array.from({ length: steps + 1 }, (_, step) => step / steps)
      .sort((one, other) => Math.abs(one - from.l) - Math.abs(other - from.l))
      // the gamut narrows towards black and white
      .map((l) => formatHex({ ...from, l, c: from.c * shrink(l) }))
      .find(isEnough)
  );
}
