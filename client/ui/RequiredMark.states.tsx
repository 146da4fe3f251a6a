import type { ComponentStates } from './componentStates.ts';
import { RequiredMark } from './RequiredMark.tsx';

export const requiredMarkStates: ComponentStates = { rest: <RequiredMark /> };
