import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { root } from '../bundle/root.ts';

const formatjs = path.join(root, 'node_modules/@formatjs/cli/bin/formatjs');

/**
 * Returns the compiled texts of the pseudo-language: formatjs' `en-XA` has accents, doubled vowels, and brackets
 * around each text. Text without brackets was not translated, and text that does not fit would not fit in some
 * language either.
 */
export function pseudoTexts(): Record<string, MessageFormatElement[]> {
  const options = ['--format', 'simple', '--ast', '--pseudo-locale', 'en-XA'];
  const compiled = execFileSync(process.execPath, [formatjs, 'compile', 'locales/en.json', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(compiled) as Record<string, MessageFormatElement[]>;
}
