import type { PagesOf } from '../../shared/pages.ts';
import type { Loader } from '../pages/loader.ts';
import { chooseAccount } from './chooseAccount.ts';
import { consent } from './consent.ts';
import { device, deviceDenied, deviceDone } from './device.ts';
import type { OAuth2Options } from './hydra.ts';

/** A loader for each of the area's pages. */
export const oauth2Loaders = (options: OAuth2Options): Record<PagesOf<'oauth2'>, Loader> => ({
  chooseAccount: chooseAccount(options),
  consent: consent(options),
  device,
  deviceDone,
  deviceDenied,
});
