import { upstreamSettings, type Upstream } from '../../operations/operation.ts';

type SettingName = (typeof upstreamSettings)[Upstream];

/** Returns the URL of each upstream, from the settings. */
export function upstreamUrls(
  settings: Partial<Record<SettingName, string | undefined>>,
): Partial<Record<Upstream, string | undefined>> {
  return Object.fromEntries(
    Object.entries(upstreamSettings).map(([upstream, name]) => [upstream, settings[name]]),
  );
}
