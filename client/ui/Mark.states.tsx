import type { ComponentStates } from './componentStates.ts';
import { Mark } from './Mark.tsx';

export const markStates: ComponentStates = { rest: <Mark /> };
