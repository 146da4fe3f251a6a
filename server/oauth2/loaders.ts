import type { PagesOf } from '../../shared/pages.ts';
import type { Loader } from '../pages/loader.ts';
import { consent, type ConsentDependencies } from './consent.ts';
import { device, deviceDenied, deviceDone } from './device.ts';

/** A loader for each of the area's pages. */
export const oauth2Loaders = (dependencies: ConsentDependencies): Record<PagesOf<'oauth2'>, Loader> => ({
  consent: consent(dependencies),
  device,
  deviceDone,
  deviceDenied,
});
