import { collectFaults } from '../settings/collectFaults.ts';
import { readSettings, SettingsError, type Settings } from '../settings/config.ts';
import { otherProductName } from '../settings/otherProductName.mjs';
import { readBrand, type Brand } from './readBrand.ts';
import { readTexts, type OwnTexts } from './readTexts.ts';

/** The settings, with the operator's brand and texts that they name. */
export interface SettingsAndFiles extends Settings {
  brand: Brand | undefined;
  ownTexts: OwnTexts | undefined;
}

/**
 * Reads every setting, and the brand and the texts that they name.
 *
 * @param standIns as in `readSettings`
 * @throws SettingsError with a line for each fault of any of them
 */
export function readSettingsAndFiles(
  environment: NodeJS.ProcessEnv,
  standIns?: NodeJS.ProcessEnv,
): SettingsAndFiles {
  const { BRAND_FILE, TEXTS_DIRECTORY, PRODUCT_NAME } = environment;
  const { attempt, settle } = collectFaults();
  const settings = attempt(() => readSettings(environment, standIns));
  const brand = BRAND_FILE ? attempt(() => readBrand(BRAND_FILE)) : undefined;
  const ownTexts = TEXTS_DIRECTORY ? attempt(() => readTexts(TEXTS_DIRECTORY)) : undefined;
  if (PRODUCT_NAME)
    attempt(() => {
      const faults = otherProductName(brand?.name, PRODUCT_NAME);
      if (faults.length > 0) throw new SettingsError(faults);
    });
  return { ...settle(settings), brand, ownTexts };
}
