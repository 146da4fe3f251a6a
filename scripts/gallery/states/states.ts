import { flowStates } from './flowStates.ts';
import { otherStates } from './otherStates.ts';
import { settingsStates } from './settingsStates.ts';
import type { State } from './state.ts';

/** Every screen in every state. */
export const states: State[] = [...flowStates, ...settingsStates, ...otherStates];

/** @param name as in `login/first-step` */
export const stateByName = (name: string): State | undefined => states.find((state) => state.name === name);
