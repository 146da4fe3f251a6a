import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fieldsOf } from '../../shared/fields.ts';
import { productPalettes, type Palette, type PaletteName } from '../../shared/productColors.ts';
import { collectFaults } from '../settings/collectFaults.ts';
import { SettingsError } from '../settings/config.ts';
import { mustBeOneOf } from '../settings/mustBeOneOf.ts';
import { completePalette, contrastProblems, type ContrastProblem } from './palette.ts';
import { readBrandFile } from './readBrandFile.ts';

const color = z
  .string()
  .regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, 'must be a colour such as #0074aa')
  .transform((text) => text.toLowerCase().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'));

const file = (extensions: string): z.ZodType<string> =>
  z
    .string()
    .regex(
      new RegExp(`^[\\w./ -]+\\.(?:${extensions})$`, 'i'),
      `must be a file: ${extensions.replaceAll('|', ', ')}`,
    );

const between = (least: number, most: number) =>
  z.number().refine((value) => value >= least && value <= most, `must be ${least} to ${most}`);

const image = file('svg|png|webp');

const names = Object.keys(productPalettes.light) as (keyof Palette)[];
const colors = z.strictObject(
  Object.fromEntries(names.map((name) => [name, color.optional()])) as Record<
    keyof Palette,
    z.ZodOptional<typeof color>
  >,
);

/** A brand file. Its own paths are relative to its folder. docs/brands.md has the details. */
const schema = z.strictObject({
  /** The product's name, in place of PRODUCT_NAME. */
  name: z
    .string()
    .trim()
    .refine(({ length }) => length >= 1 && length <= 60, 'must have 1 to 60 characters')
    .optional(),
  /** Replaces the mark in the header: as high as the mark, and `aspect` times as wide. */
  logo: z
    .strictObject({
      light: image,
      dark: image.optional(),
      aspect: between(0.5, 8).default(1),
      /** Whether it contains the name, which is then not shown beside it. */
      hasName: z.boolean().default(false),
    })
    .optional(),
  favicon: file('svg|png|ico').optional(),
  colors: z.strictObject({ light: colors.optional(), dark: colors.optional() }).optional(),
  font: z
    .strictObject({
      family: z.string().regex(/^[\w -]+$/, 'must be the name of a font'),
      regular: file('woff2'),
      semibold: file('woff2'),
    })
    .optional(),
  /** The radius of fields and buttons, in pixels; a card's is twice that. */
  radius: between(0, 24).optional(),
  card: z.enum(['raised', 'outlined', 'plain']).default('raised'),
  /** A second colour, into which the ground fades from top to bottom. */
  background: z.strictObject({ light: color, dark: color }).optional(),
});

/** A complete brand, with the colours of both themes. */
export interface Brand extends Omit<z.output<typeof schema>, 'colors'> {
  palettes: Record<PaletteName, Palette>;
  /** The folder that its files' paths are relative to. */
  directory: string;
}

/** Explains what is wrong with a value, for issues without a message in the schema. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value') return mustBeOneOf(issue.values);
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
    return `has ${issue.keys.join(', ')}, which is unknown; the keys are ${keys.join(', ')}`;
  }
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is required';
  return `must be ${issue.expected === 'object' ? 'an' : 'a'} ${issue.expected}`;
};

const describeFault = ({ path: place, message }: z.core.$ZodIssue): string =>
  `BRAND_FILE: ${[place.join('.'), message].filter((part) => part !== '').join(' ')}`;

const describeContrast = (
  theme: PaletteName,
  palette: Palette,
  { on, ground, contrast, needed, nearest }: ContrastProblem,
): string =>
  `BRAND_FILE: colors.${theme}.${on} ${palette[on]} on ${ground} ${palette[ground]} has a contrast of ` +
  `${(Math.floor(contrast * 100) / 100).toFixed(2)}, less than ${needed}; ${
    nearest === undefined
      ? `no shade of it passes: change ${ground}`
      : `the nearest that passes is ${nearest}`
  }`;

/** Returns the contrast problems of a brand, with its background as the other ground. */
function contrastLines(theme: PaletteName, palette: Palette, background: string | undefined): string[] {
  const palettes = background === undefined ? [palette] : [palette, { ...palette, ground: background }];
  const lines = palettes.flatMap((tried) =>
    contrastProblems(tried).map((problem) => describeContrast(theme, tried, problem)),
  );
  return [...new Set(lines)];
}

function parseJson(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8'));
  } catch (cause) {
    throw new SettingsError([`BRAND_FILE: ${name} cannot be read: ${(cause as Error).message}`]);
  }
}

/** The keys of a brand and of a file that it names, by the place in the schema. */
function filesOf({ favicon, logo, font }: z.output<typeof schema>): [key: string, file: string][] {
  const named = {
    favicon,
    'logo.light': logo?.light,
    'logo.dark': logo?.dark,
    'font.regular': font?.regular,
    'font.semibold': font?.semibold,
  };
  return Object.entries(named).flatMap(([key, name]) => (name === undefined ? [] : [[key, name]]));
}

/** Leaves out the keys of a brand that have a fault, so that the others can be checked. */
function withoutFaults(json: unknown, issues: readonly z.core.$ZodIssue[]): z.output<typeof schema> {
  const faulty = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0]],
  );
  // the contrast depends on both
  if (faulty.includes('colors') || faulty.includes('background')) faulty.push('colors', 'background');
  const sound = Object.entries(fieldsOf(json)).filter(([key]) => !faulty.includes(key));
  return schema.parse(Object.fromEntries(sound));
}

/**
 * Reads and checks a brand file, and the files that it names.
 *
 * @throws SettingsError with a line for each fault: unknown keys, malformed values, each pair of colours without
 * enough contrast (WCAG 2.2, 1.4.3 and 1.4.11), with the nearest that passes, and files that cannot be read
 */
export function readBrand(name: string): Brand {
  const json = parseJson(name);
  const directory = path.dirname(name);
  const { data, error } = schema.safeParse(json, { error: inWords });
  const { colors: given = {}, ...rest } = data ?? withoutFaults(json, error.issues);
  const palettes = {
    light: completePalette('light', given.light ?? {}, rest.background?.light),
    dark: completePalette('dark', given.dark ?? {}, rest.background?.dark),
  };
  const faults = [
    ...(error?.issues ?? []).map(describeFault),
    ...(['light', 'dark'] as const).flatMap((theme) =>
      contrastLines(theme, palettes[theme], rest.background?.[theme]),
    ),
  ];
  const { attempt, settle } = collectFaults(faults);
  for (const [key, file] of filesOf(rest)) attempt(() => readBrandFile(key, path.join(directory, file)));
  return settle({ ...rest, palettes, directory });
}
