import type { ComponentStates } from './componentStates.ts';
import { Logo } from './Logo.tsx';

export const logoStates: ComponentStates = {
  'without an image': <Logo url={undefined} name="Lab Results" />,
  'not on https': <Logo url="http://lab.example/logo.png" name="x-ray" />,
};
