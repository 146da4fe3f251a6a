import { flowStates } from './flowStates.ts';
import { activityStates } from './activityStates.ts';
import { consoleStates } from './consoleStates.ts';
import { dataStates } from './dataStates.ts';
import { otherStates } from './otherStates.ts';
import { afterSteps } from './afterSteps.ts';
import { settingsStates } from './settingsStates.ts';
import type { AnyState, State } from './state.ts';

const served: State[] = [...flowStates, ...settingsStates, ...activityStates, ...dataStates, ...otherStates];

/** Every screen of the portal in every state: as served, and after visitors' steps. */
export const pageStates: State[] = [...served, ...afterSteps(served)];

/** These, and the console's. */
export const states: AnyState[] = [...pageStates, ...consoleStates];

/** @param name as in `login/first-step` */
export const stateByName = (name: string): AnyState | undefined =>
  states.find((state) => state.name === name);
