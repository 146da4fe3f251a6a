/** The product's colours in the light and in the dark theme, which its stylesheets, brands and mails are made from. */
const productColors = {
  accent: ['#009fe3', '#009fe3'],
  error: ['#e74c3c', '#e74c3c'],
  success: ['#2ecc71', '#2ecc71'],
  ground: ['#f4f7fa', '#0b1318'],
  surface: ['#ffffff', '#131e26'],
  surfaceRaised: ['#f4f7fa', '#1a2832'],
  hover: ['#edf3f7', '#1d2c37'],
  ink: ['#14232d', '#e8eff4'],
  inkSoft: ['#4a5b68', '#a5b5c1'],
  line: ['#dde6ec', '#263642'],
  lineQuiet: ['#c3d0d9', '#374a58'],
  lineStrong: ['#768693', '#6f8493'],
  action: ['#0074aa', '#009fe3'],
  actionHover: ['#00608d', '#37b7ee'],
  onAction: ['#ffffff', '#04141d'],
  link: ['#006a9b', '#56c1f1'],
  focus: ['#0074aa', '#56c1f1'],
  selection: ['#bfe6f9', '#0a4f70'],
  tint: ['#e6f5fd', '#0f2b3a'],
  onTint: ['#005782', '#8ed6f7'],
  wave: ['#009fe3', '#0f83ba'],
  errorText: ['#a82d1e', '#ff9a8f'],
  errorGround: ['#fdf1ef', '#2d1a1a'],
  errorLine: ['#e74c3c', '#e74c3c'],
  onSuccess: ['#06301a', '#06301a'],
  successText: ['#17693a', '#63dd9a'],
  successGround: ['#e9f8ef', '#10291c'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** The name of a colour. */
type ColorName = keyof typeof productColors;

/** The colours of one theme, as six hexadecimal digits after `#`. */
export type Palette = Record<ColorName, string>;

/** The themes that have a palette. */
export type PaletteName = 'light' | 'dark';

const paletteOf = (theme: 0 | 1): Palette =>
  Object.fromEntries(Object.entries(productColors).map(([name, pair]) => [name, pair[theme]])) as Palette;

/** The product's own palettes. */
export const productPalettes: Record<PaletteName, Palette> = { light: paletteOf(0), dark: paletteOf(1) };

/** Returns the custom property of a colour: `--ink-soft` for `inkSoft`. */
export const colorProperty = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
