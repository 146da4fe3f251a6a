import { shownName } from './shownName.ts';

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

/** Returns the system in a User-Agent header, or the device if it has only one; undefined if unknown. */
export const systemName = (agent = ''): string | undefined => find(systems, agent);

/** Returns the browser; undefined if unknown. @param agent a User-Agent header */
export const browserName = (agent = ''): string | undefined => find(browsers, agent);

/** How many characters of an unknown program's name fit on a line. */
const maxLetters = 40;

const truncate = (name: string): string =>
  name.length > maxLetters ? `${name.slice(0, maxLetters)}…` : name;

/** The name of a device: the values of the text `deviceName.text`. */
export interface AgentName {
  /** The browser, or else the system or the program; `none` if the device is unknown. */
  browser: string;
  /** The system, beside a browser; otherwise `none`. */
  system: string;
}

/**
 * Returns a short name for a device, such as 'Chrome' on 'Linux'.
 *
 * @param agent a User-Agent header
 * @returns browser and system as far as known, otherwise the header's first word, shortened, if that is suitable as a name
 */
export function agentName(agent = ''): AgentName {
  const [browser, system] = [browserName(agent), systemName(agent)];
  const [word = ''] = agent.split(/[\s/]/, 1);
  return {
    browser: browser ?? system ?? truncate(shownName(word) ?? 'none'),
    system: (browser && system) ?? 'none',
  };
}

/**
 * Returns the name of a device that several browsers may share: then that of its system.
 *
 * @param agents a User-Agent header for each sign-in on it
 */
export function sharedName(agents: readonly (string | undefined)[]): AgentName {
  const names = new Set(agents.map((agent) => JSON.stringify(agentName(agent))));
  const system = systemName(agents[0]);
  return names.size > 1 && system !== undefined ? { browser: system, system: 'none' } : agentName(agents[0]);
}
