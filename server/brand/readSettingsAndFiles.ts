import { collectFaults } from '../settings/collectFaults.ts';
import { readSettings, type Settings } from '../settings/config.ts';
import { readBrand } from './readBrand.ts';
import { readTexts } from './readTexts.ts';

/**
 * Reads every setting, and checks the brand and the texts that they name.
 *
 * @param environment the variables by name
 * @param standIns as in `readSettings`
 * @throws SettingsError with a line for each fault of any of them
 */
export function readSettingsAndFiles(environment: NodeJS.ProcessEnv, standIns?: NodeJS.ProcessEnv): Settings {
  const { BRAND_FILE: brand, TEXTS_DIRECTORY: texts } = environment;
  const { attempt, settle } = collectFaults();
  const settings = attempt(() => readSettings(environment, standIns));
  if (brand) attempt(() => readBrand(brand));
  if (texts) attempt(() => readTexts(texts));
  return settle(settings);
}
