import type { ComponentStates } from './componentStates.ts';
import { PleaseWait } from './PleaseWait.tsx';

export const pleaseWaitStates: ComponentStates = {
  waiting: <PleaseWait waiting />,
  'not waiting': <PleaseWait waiting={false} />,
};
