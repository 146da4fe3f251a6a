import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath } from '../../provider/local/onPath.ts';

/**
 * Installs a Debian package, if there is apt-get and this process runs as root. Workers that need packages at the same time
 * wait for each other: a second apt-get would fail.
 *
 * @returns whether it was tried
 */
function aptInstall(name: string, title: string): boolean {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false;
  console.error(`installing ${title} with apt-get, about a minute …`);
  const apt = (...args: string[]) =>
    spawnSync('flock', [path.join(tmpdir(), 'tests-apt-get.lock'), 'apt-get', '-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', name);
  return true;
}

/**
 * Finds a program, or else installs it with apt-get where that is possible.
 *
 * @param find returns undefined if it is not installed
 * @param name the Debian package's
 * @param title the program's name in messages
 * @param advice what to do if it cannot be installed here
 * @param findOther finds another program that will do if it cannot be installed here
 * @throws Error that says what to do
 */
export function findOrInstall<Found>(
  find: () => Found | undefined,
  name: string,
  title: string,
  advice = `install ${name}`,
  findOther: () => Found | undefined = () => undefined,
): Found {
  const found = find() ?? (aptInstall(name, title) ? find() : undefined) ?? findOther();
  if (found === undefined) throw new Error(`${title} is missing: ${advice}`);
  return found;
}
