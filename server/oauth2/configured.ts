import { notConfigured } from '../http/errors.ts';
import type { Hydra } from '../provider/hydra.ts';

/** Returns the client of Hydra's admin API. @throws PortalError 501 if the settings name none */
export function configured(hydra: Hydra | undefined): Hydra {
  if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
  return hydra;
}
