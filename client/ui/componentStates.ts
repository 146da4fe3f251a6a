import type { ReactNode } from 'react';

/**
 * A component in its states, by their names: `X.states.tsx` beside `X.tsx`. The gallery shows them, the product never
 * imports them; states caused only by a pointer or keyboard (hover, focus, active) are not included.
 */
export type ComponentStates = Record<string, ReactNode>;

/** A text that is too long for its place. */
export const longText =
  'Betriebshaftpflichtversicherung for everything that the Wolfeschlegelsteinhausenbergerdorff family owns';
