import fc from 'fast-check';

/** Values of one type. */
export type Kind = fc.Arbitrary<unknown>;
/** An object's fields. */
export type Shape = Record<string, Kind>;

const absent = Symbol('absent');

/** Values of unexpected types. */
export const odd = fc.constantFrom<unknown>(
  0,
  -1,
  7.5,
  1e20,
  true,
  false,
  '',
  '  ',
  [],
  [null, 7],
  {},
  { toString: 1 },
);

/** Mostly a value that keeps to the contract; sometimes absent or null, rarely of another type. */
const loose = (kind: Kind): Kind =>
  fc.oneof(
    { weight: 12, arbitrary: kind },
    { weight: 2, arbitrary: fc.constant(absent) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: odd },
  );

/** An object with these fields: the required ones keep to the contract, the others are `loose`. */
export const object = (shape: Shape, required: Shape = {}): Kind =>
  fc
    .record({
      ...required,
      ...Object.fromEntries(Object.entries(shape).map(([name, kind]) => [name, loose(kind)])),
    })
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent)));

/** An array of `loose` values. */
export const list = (kind: Kind, maxLength = 3): Kind =>
  fc.array(loose(kind), { maxLength }).map((entries) => entries.filter((entry) => entry !== absent));

/** A response body: a `loose` value, null when absent. */
export const body = (kind: Kind): Kind => loose(kind).map((given) => (given === absent ? null : given));

/** A value of an enumeration, or an unknown one that a later version may add. */
export const oneOf = (...values: string[]): Kind =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom('brainwave', 'constructor', '__proto__', 'a "b"]', ' ', '') },
  );

/** Texts that people type, and awkward ones. */
export const words = fc.oneof(
  fc.constantFrom(
    'Ann',
    'ann@example.org',
    'E-Mail',
    '   ',
    'ä'.repeat(300),
    '<b>&amp;"\'',
    'naïve 😀',
    'a\r\nb',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text.isWellFormed()),
);
/** A boolean. */
export const flag = fc.boolean();
/** A small whole number. */
export const whole = fc.integer({ min: 0, max: 300 });
/** An id of the provider. */
export const id = fc.uuid();
/** A time as an ISO string; sometimes an extreme or invalid one. */
export const moment = fc.oneof(
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('0001-01-01T00:00:00Z', 'yesterday', '+275760-09-14T00:00:00Z'),
);
/** A time in seconds since 1970, before it, or far beyond. */
export const unix = fc.oneof(
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.constantFrom(-62_135_596_800, 1e18),
);
/** A URL, or a path. */
export const url = fc.constantFrom(
  'http://localhost:3000/settings',
  '/login?flow=f1',
  'https://app.example/a?b=c#d',
  'mailto:a@b.example',
);
