import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** Reads a page of `docs/`, with each list item on one line. */
export const readPage = (name: string): string =>
  readFileSync(path.join(root, 'docs', name), 'utf8').replace(/\n[ \t]+(?=[^\s-])/g, ' ');

/** Returns the files that a text names in backquotes but that do not exist. */
export const missingFiles = (text: string): string[] =>
  [...text.matchAll(/`([\w/.]+\/[\w.]*)`/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => !existsSync(path.join(root, file)));

/** Returns the lines of a text that name tests: a file, and its tests' names in typographic quotes. */
const proofsIn = (text: string): [file: string, names: string[]][] =>
  [...text.matchAll(/- `([\w/.]+\.test\.tsx?)`: (.+)/g)].map(([, file = '', names = '']) => [
    file,
    [...names.matchAll(/“((?:[^“”]|“[^“”]*”)+)”/g)].map(([, name]) => name ?? ''),
  ]);

/** Returns the tests that a text names, each with its file. */
export const namedTests = (text: string): { file: string; name: string }[] =>
  proofsIn(text).flatMap(([file, names]) => names.map((name) => ({ file, name })));

/** Reads the source of a test; empty if it does not exist. */
const read = (file: string): string =>
  existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'") : '';

/** Returns the tests that a text names but that do not exist under exactly this name: `file: name`. */
export const missingTests = (text: string): string[] =>
  namedTests(text)
    .filter(({ file, name }) => !["'", '"', '`'].some((quote) => read(file).includes(quote + name + quote)))
    .map(({ file, name }) => `${file}: ${name}`);
