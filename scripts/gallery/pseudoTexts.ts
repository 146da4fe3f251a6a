import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { root } from '../bundle/root.ts';

const formatjs = path.join(root, 'node_modules/@formatjs/cli/bin/formatjs');

/**
 * The texts of the pseudo-language, compiled: formatjs' `en-XA` has accents, every vowel twice, and brackets around each text.
 * What is shown without brackets was not translated, and what does not fit would not in some language either.
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
