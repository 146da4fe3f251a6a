import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** The files that a file of the repository imports by a relative path, for more than their types. */
function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const statements = source.matchAll(/^(?:import|export)(?! type)\s[^;]*?from '(\.[^']+\.tsx?)'/gm);
  // a statement inside a text names a file that is not there
  return [...statements]
    .map(([, imported = '']) => path.join(path.dirname(file), imported))
    .filter((imported) => existsSync(path.join(root, imported)));
}

/** Returns files of the repository, and all that they import. */
export function importedFiles(files: string[]): Set<string> {
  const found = new Set(files);
  for (const file of found) for (const imported of importsOf(file)) found.add(imported);
  return found;
}

/** Modules that start a server. */
const starters = {
  kratos: ['test/support/stack.ts', 'test/support/oauth2Stack.ts', 'provider/local/startKratos.ts'],
  hydra: ['test/support/oauth2Stack.ts', 'test/support/hydraOnPath.ts'],
};

/** Whether any of the given tests starts a server. @param tests relative to the repository */
export function needServer(server: keyof typeof starters, tests: string[]): boolean {
  const imported = importedFiles(tests);
  return starters[server].some((starter) => imported.has(starter));
}
