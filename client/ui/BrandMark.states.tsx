import { BrandMark } from './BrandMark.tsx';
import type { ComponentStates } from './componentStates.ts';

export const brandMarkStates: ComponentStates = {
  known: <BrandMark provider="google" />,
  'known by its prefix': <BrandMark provider="github-work" />,
  'on a filled button': <BrandMark provider="google" plate />,
  unknown: <BrandMark provider="acme" />,
};
