import { notConfigured } from '../http/errors.ts';
import type { Hydra } from '../provider/hydra.ts';

/** The client of Hydra's admin API. @throws PortalError 501 where the settings name none */
export function configured(hydra: Hydra | undefined): Hydra {
  if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
  return hydra;
}
