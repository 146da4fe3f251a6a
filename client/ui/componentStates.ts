import type { ReactNode } from 'react';

/**
 * A component in its states, by their names: `X.states.tsx` beside `X.tsx`. The gallery shows them, the product never
 * imports them; what only a pointer or a keyboard brings about (hover, focus, active) is not among them.
 */
export type ComponentStates = Record<string, ReactNode>;

/** A text that is longer than its place. */
export const longText =
  'Betriebshaftpflichtversicherung for everything that the Wolfeschlegelsteinhausenbergerdorff family owns';
