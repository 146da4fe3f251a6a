import { upstreamSettings, type Upstream } from '../../operations/operation.ts';

type SettingName = (typeof upstreamSettings)[Upstream];

/**
 * The URL of each upstream, from the settings.
 *
 * @param settings the settings by name; what is not set is an upstream that there is not
 */
export function upstreamUrls(
  settings: Partial<Record<SettingName, string | undefined>>,
): Partial<Record<Upstream, string | undefined>> {
  return Object.fromEntries(
    Object.entries(upstreamSettings).map(([upstream, name]) => [upstream, settings[name]]),
  );
}
