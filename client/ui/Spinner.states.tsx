import type { ComponentStates } from './componentStates.ts';
import { Spinner } from './Spinner.tsx';

export const spinnerStates: ComponentStates = { rest: <Spinner /> };
