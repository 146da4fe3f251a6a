/** The licences of the packages in a bundle, which must be distributed with it. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

interface Package {
  name: string;
  version: string;
  license?: string;
}

/** Returns the directory of the package that a bundled file belongs to; undefined for the portal's own files. */
const packageOf = (file: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

function notice(root: string, directory: string): string {
  const read = (name: string): string => readFileSync(path.join(root, directory, name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json')) as Package;
  if (license === undefined) throw new Error(`${name} names no licence`);
  const files = globSync('*', { cwd: path.join(root, directory) })
    .filter((file) => /^(licen[cs]e|notice|copying)(?!.*\.(c|m)?[jt]s$)/i.test(file))
    .sort();
  return [`${name} ${version} (${license})`, ...files.map((file) => read(file).trim())].join('\n\n');
}

/**
 * Collects the licence texts of every package that has code in a bundle.
 *
 * @param root the directory that the metafiles' paths start from
 * @returns a text with each package's name, version, licence and notices
 * @throws Error when a package has no licence
 */
export function licences(root: string, metafiles: Metafile[]): string {
  const bundled = metafiles
    .flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([file]) => packageOf(file) ?? []);
  const notices = [...new Set(bundled)].sort().map((directory) => notice(root, directory));
  return `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
