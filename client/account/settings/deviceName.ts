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

/** How many characters of an unknown program's name fit on a line. */
const maxLetters = 40;

const truncate = (name: string): string =>
  name.length > maxLetters ? `${name.slice(0, maxLetters)}…` : name;

/**
 * A short name for a device.
 *
 * @param agent a User-Agent header
 * @returns browser and system as far as known, else the header's first word, shortened; empty for an empty header
 */
export function deviceName(agent = ''): string {
  const names = [find(browsers, agent), find(systems, agent)].filter((name) => name !== undefined);
  return names.length > 0 ? names.join(' · ') : truncate(agent.split(/[\s/]/, 1)[0] ?? '');
}
