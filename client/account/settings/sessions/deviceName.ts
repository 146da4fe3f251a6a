import type { IntlShape } from 'react-intl';
import { shownName } from '../../../../shared/shownName.ts';
import type { SessionSummary } from '../../../../shared/sessions.ts';

type Row = [pattern: RegExp, name: string];

const browsers: Row[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: Row[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];

const find = (rows: Row[], agent: string): string | undefined =>
  rows.find(([pattern]) => pattern.test(agent))?.[1];

const tablets = /iPad|Tablet|Android(?!.*Mobile)/;
const phones = /iPhone|Mobile|Android/;

/** The kinds of devices. */
export type DeviceKind = 'laptop' | 'phone' | 'tablet';

/** Returns the kind of a device. @param agent a User-Agent header */
export const deviceKind = (agent = ''): DeviceKind =>
  tablets.test(agent) ? 'tablet' : phones.test(agent) ? 'phone' : 'laptop';

/** Returns the system in a User-Agent header, or the device if it has only one; undefined if unknown. */
export const systemName = (agent = ''): string | undefined => find(systems, agent);

/** Returns the browser; undefined if unknown. @param agent a User-Agent header */
export const browserName = (agent = ''): string | undefined => find(browsers, agent);

/** How many characters of an unknown program's name fit on a line. */
const maxLetters = 40;

const truncate = (name: string): string =>
  name.length > maxLetters ? `${name.slice(0, maxLetters)}…` : name;

/**
 * Returns a short name for a device, such as 'Chrome on Linux'.
 *
 * @param agent a User-Agent header
 * @returns browser and system as far as known, otherwise the header's first word, shortened; empty if that is
 * unsuitable as a name
 */
export function deviceName(intl: IntlShape, agent = ''): string {
  const [browser, system] = [browserName(agent), systemName(agent)];
  if (browser && system) return intl.formatMessage({ id: 'settings.sessions.onSystem' }, { browser, system });
  const [word = ''] = agent.split(/[\s/]/, 1);
  return browser ?? system ?? truncate(shownName(word) ?? '');
}

/** Returns the name of a device that several browsers may share. @param sessions the sessions on it */
export function deviceText(intl: IntlShape, sessions: readonly SessionSummary[]): string {
  const agents = sessions.map(({ devices }) => devices?.[0]?.user_agent);
  const names = new Set(agents.map((agent) => deviceName(intl, agent)));
  const [name = ''] = names;
  const shown = names.size > 1 ? (systemName(agents[0]) ?? name) : name;
  return shown || intl.formatMessage({ id: 'settings.sessions.unknownDevice' });
}
