import type { ComponentStates } from './componentStates.ts';
import { Divider } from './Divider.tsx';

export const dividerStates: ComponentStates = {
  'with a label': <Divider label="or" />,
};
