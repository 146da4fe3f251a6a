import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../bundle/root.ts';

/**
 * Returns a component's docstring, without its tags.
 *
 * @param name of a component of `client/ui`, and of its file
 */
export function docstring(name: string): string {
  const source = readFileSync(path.join(root, `client/ui/${name}.tsx`), 'utf8');
  const [, comment = ''] =
    new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport function ${name}\\b`).exec(source) ?? [];
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s*/, ''));
  const tags = lines.findIndex((line) => line.startsWith('@'));
  return lines
    .slice(0, tags === -1 ? undefined : tags)
    .join(' ')
    .trim();
}
