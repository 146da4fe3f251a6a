import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the variables that override the keys of a server's configuration whose value is a URL of the portal.
 *
 * @param server its folder in `provider/`, such as `kratos`
 */
export function portalVariables(server: string): string[] {
  const folder = path.join(import.meta.dirname, '../../provider', server);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
  const keys: string[] = [];
  return files
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => {
      const [, indent = '', key] = /^( *)(\w+):(?: |$)/.exec(line) ?? [];
      if (key) keys.splice(indent.length / 2, keys.length, key);
      return line.startsWith(' ') && line.includes('localhost:3000') ? [keys.join('_').toUpperCase()] : [];
    });
}
