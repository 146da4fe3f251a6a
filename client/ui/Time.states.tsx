import type { ComponentStates } from './componentStates.ts';
import { Time } from './Time.tsx';

export const timeStates: ComponentStates = {
  rest: <Time at="2026-01-01T12:00:00Z">1 January 2026, 12:00</Time>,
};
