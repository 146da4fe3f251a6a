import { colorProperty, type Palette } from '../../shared/productColors.ts';
import type { Brand } from './readBrand.ts';

/** The URLs at which a brand's files are served. */
export interface BrandUrls {
  logo?: { light: string; dark?: string };
  favicon?: string;
  font?: { regular: string; semibold: string };
}

const rule = (selector: string, declarations: Record<string, string | undefined>): string => {
  const lines = Object.entries(declarations).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  );
  return `${selector}{${lines.join(';')}}`;
};

const colors = (palette: Palette): Record<string, string> =>
  Object.fromEntries(Object.entries(palette).map(([name, value]) => [colorProperty(name), value]));

const url = (address: string | undefined): string | undefined => address && `url(${address})`;

const cards: Record<Brand['card'], Record<string, string>> = {
  raised: {},
  outlined: { '--shadow': 'none' },
  plain: { '--shadow': 'none', '--card-line': 'transparent' },
};

const fontFaces = (family: string, { regular, semibold }: NonNullable<BrandUrls['font']>): string =>
  [
    [400, regular],
    [600, semibold],
  ]
    .map(([weight, address]) =>
      rule('@font-face', {
        'font-family': `'${family}'`,
        'font-weight': String(weight),
        'font-display': 'swap',
        src: `url(${address}) format('woff2')`,
      }),
    )
    .join('');

/** The largest corner radius of a card, in pixels: a larger one would cut into its content. */
const largestCardRadius = 24;

/** Returns a card's radius, given the radius of fields and buttons, in pixels. */
export const cardRadius = (radius: number): number => Math.min(radius * 2, largestCardRadius);

/**
 * Returns a brand as CSS: the custom properties of the portal's own stylesheet, to be appended to it.
 *
 * @param urls where its files are served
 */
export function brandStyles(brand: Brand, { logo, font, favicon }: BrandUrls): string {
  const { palettes, radius, card, background } = brand;
  // for places that only fit a square
  const square = (own: string | undefined): string | undefined =>
    url(brand.logo?.aspect === 1 ? own : (favicon ?? own));
  const dark = {
    ...colors(palettes.dark),
    '--logo': url(logo?.dark),
    '--logo-square': logo?.dark && square(logo.dark),
    '--ground-end': background?.dark,
  };
  return [
    font && brand.font && fontFaces(brand.font.family, font),
    rule(':root', {
      ...colors(palettes.light),
      ...cards[card],
      '--radius': radius === undefined ? undefined : `${radius / 16}rem`,
      '--radius-card': radius === undefined ? undefined : `${cardRadius(radius) / 16}rem`,
      '--font': brand.font && `'${brand.font.family}','Open Sans Stand-in',system-ui,sans-serif`,
      '--logo': url(logo?.light),
      '--logo-square': logo && square(logo.light),
      '--logo-aspect': brand.logo && String(brand.logo.aspect),
      '--own-mark': brand.logo && 'hidden',
      '--name-size': brand.logo?.hasName ? '0' : undefined,
      '--ground-end': background?.light,
    }),
    `@media screen{${rule(":root[data-theme='dark']", dark)}}`,
    `@media screen and (prefers-color-scheme:dark){${rule(':root:not([data-theme])', dark)}}`,
  ].join('');
}
