import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Finds a program the way a shell does.
 *
 * @param names the program's name, or several in order of preference
 * @returns the file, or undefined when none of the names is found
 */
export function onPath(names: string | string[]): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const directories = (process.env.PATH ?? '').split(path.delimiter).filter((directory) => directory !== '');
  return [names]
    .flat()
    .flatMap((name) => directories.map((directory) => path.join(directory, name + suffix)))
    .find(isExecutable);
}
