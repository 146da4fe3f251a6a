import { flowStates } from './flowStates.ts';
import { activityStates } from './activityStates.ts';
import { dataStates } from './dataStates.ts';
import { otherStates } from './otherStates.ts';
import { afterSteps } from './afterSteps.ts';
import { settingsStates } from './settingsStates.ts';
import type { State } from './state.ts';

const served: State[] = [...flowStates, ...settingsStates, ...activityStates, ...dataStates, ...otherStates];

/** Every screen in every state: as served, and after visitors' steps. */
export const states: State[] = [...served, ...afterSteps(served)];

/** @param name as in `login/first-step` */
export const stateByName = (name: string): State | undefined => states.find((state) => state.name === name);
