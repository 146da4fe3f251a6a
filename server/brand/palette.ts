import { productPalettes, type Palette, type PaletteName } from '../../shared/productColors.ts';
import { contrast, mix, nearestWithContrast, type Color } from './color.ts';

/** Minimum contrast of text (WCAG 2.2, 1.4.3), and of the parts that identify a control (1.4.11). */
const textContrast = 4.5;
const controlContrast = 3;

/** The pairs of colours that pages show on one another, with the minimum contrast of each. */
const contrastPairs: [on: keyof Palette, grounds: (keyof Palette)[], ratio: number][] = [
  ['ink', ['ground', 'surface', 'surfaceRaised', 'hover', 'selection'], textContrast],
  ['inkSoft', ['ground', 'surface', 'surfaceRaised', 'hover', 'tint'], textContrast],
  ['link', ['ground', 'surface', 'surfaceRaised', 'hover', 'tint'], textContrast],
  ['onAction', ['action', 'actionHover'], textContrast],
  ['onTint', ['surface', 'tint'], textContrast],
  ['errorText', ['surface', 'errorGround'], textContrast],
  ['successText', ['surface', 'successGround'], textContrast],
  ['lineStrong', ['surface'], controlContrast],
  ['focus', ['surface', 'ground'], controlContrast],
  ['action', ['surface'], controlContrast],
  ['errorLine', ['surface'], controlContrast],
  ['onSuccess', ['success'], controlContrast],
];

/** Returns the theme's black or white, whichever is more readable on a colour. */
const readable = (ground: Color, { ink, surface }: Pick<Palette, 'ink' | 'surface'>): Color =>
  [surface, ink, '#ffffff', '#000000'].reduce((best, color) =>
    contrast(color, ground) > contrast(best, ground) ? color : best,
  );

/** Returns a shade of a colour on which words are even more readable. */
const awayFrom = (words: Color, color: Color): Color =>
  contrast(words, '#000000') > contrast(words, '#ffffff')
    ? mix(color, '#000000', 0.18)
    : mix(color, '#ffffff', 0.2);

/**
 * Derives a whole palette from a brand's colours. Colours that depend on none of them stay the product's.
 *
 * @param given some of its colours; `accent` and `action` decide most of the others
 * @param groundEnd the colour that the ground fades into, if any
 */
export function completePalette(name: PaletteName, given: Partial<Palette>, groundEnd?: Color): Palette {
  const product = productPalettes[name];
  const { surface, ink, accent, action, ground, error, success } = {
    ...product,
    ...(given.action !== undefined && { accent: given.action }),
    ...(given.accent !== undefined && { action: given.accent }),
    ...given,
  };
  const behind = [ground, groundEnd ?? ground];
  const text = (color: Color, ...grounds: Color[]): Color =>
    nearestWithContrast(color, grounds, textContrast) ?? color;
  const control = (color: Color, ...grounds: Color[]): Color =>
    nearestWithContrast(color, grounds, controlContrast) ?? color;
  const shade = (share: number): Color => mix(surface, ink, share);
  const hasColor = given.accent !== undefined || given.action !== undefined;
  const hasGround = given.surface !== undefined || given.ink !== undefined || given.ground !== undefined;
  const grounds = { surfaceRaised: name === 'light' ? ground : shade(0.05), hover: shade(0.05) };
  const { surfaceRaised, hover } = { ...product, ...(hasGround && grounds), ...given };
  const tint = given.tint ?? mix(surface, accent, 0.1);
  const onAction = given.onAction ?? readable(action, { surface, ink });
  const ofGround = {
    ...grounds,
    inkSoft: text(mix(ink, surface, 0.25), ...behind, surface, surfaceRaised, hover, tint),
    line: shade(0.13),
    lineQuiet: shade(0.22),
    lineStrong: control(shade(0.45), surface, ground),
  };
  const ofColor = {
    accent,
    action,
    actionHover: awayFrom(onAction, action),
    onAction,
    link: text(action, ...behind, surface, surfaceRaised, hover, tint),
    focus: control(action, surface, ...behind),
    selection: mix(surface, accent, 0.25),
    tint,
    onTint: text(action, surface, tint),
    wave: name === 'light' ? accent : mix(surface, accent, 0.8),
  };
  const ofSigns = {
    errorLine: control(error, surface),
    ...(given.success !== undefined && { onSuccess: readable(success, { surface, ink }) }),
  };
  return {
    ...product,
    ...ofSigns,
    ...(hasGround && ofGround),
    ...((hasColor || hasGround) && ofColor),
    ...given,
  };
}

/** One problem of a palette: two colours without enough contrast, and a fix. */
export interface ContrastProblem {
  on: keyof Palette;
  ground: keyof Palette;
  contrast: number;
  needed: number;
  /** The nearest colour for `on` that passes on all of its grounds; absent if none does. */
  nearest?: Color;
}

/** The pairs of a palette whose contrast is too low. */
export const contrastProblems = (palette: Palette): ContrastProblem[] =>
  contrastPairs.flatMap(([on, grounds, needed]) => {
    const nearest = nearestWithContrast(
      palette[on],
      grounds.map((ground) => palette[ground]),
      needed,
    );
    return grounds
      .map((ground) => ({ on, ground, contrast: contrast(palette[on], palette[ground]), needed }))
      .filter(({ contrast: has }) => has < needed)
      .map((problem) => ({ ...problem, ...(nearest !== undefined && { nearest }) }));
  });
