import type { ComponentStates } from './componentStates.ts';
import { Icon } from './Icon.tsx';
import { iconPaths, type IconName } from './iconPaths.ts';

export const iconStates: ComponentStates = Object.fromEntries(
  (Object.keys(iconPaths) as IconName[]).map((name) => [name, <Icon key={name} name={name} />]),
);
