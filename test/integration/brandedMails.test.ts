import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { newDirectory } from '../support/newDirectory.ts';
import { mailTemplates } from '../../provider/mails/mailTemplates.ts';
import { ownMails } from '../../scripts/mails/ownMails.ts';

const root = path.join(import.meta.dirname, '../..');
let directory: string;

beforeEach(() => {
  directory = newDirectory();
});

/** Writes mails as the image does: with the built program alone, in a folder without the repository. */
const write = (settings: Record<string, string>) =>
  spawnSync(process.execPath, [path.join(root, 'dist/server/mails.mjs'), directory], {
    cwd: directory,
    env: settings,
    encoding: 'utf8',
  });

/** The templates in a folder, by their paths in it. */
const templatesIn = (folder: string): Map<string, string> =>
  new Map(
    globSync('*/**/*.gotmpl', { cwd: folder }).map((name) => [
      name,
      readFileSync(path.join(folder, name), 'utf8'),
    ]),
  );

test('the image writes the same mails as the repository has, and replaces the folder’s content', () => {
  writeFileSync(path.join(directory, 'outdated.gotmpl'), '');
  expect(write({ BRAND_FILE: '' })).toMatchObject({ status: 0, stderr: '' });
  expect(globSync('*.gotmpl', { cwd: directory })).toEqual([]);
  expect(templatesIn(directory)).toEqual(templatesIn(path.join(root, 'provider/kratos/mails')));
});

test('the image writes mails with the operator’s brand', () => {
  const settings = { BRAND_FILE: path.join(root, 'docs/brands/harbour/brand.json') };
  expect(write(settings)).toMatchObject({ status: 0, stderr: '' });
  expect(templatesIn(directory)).toEqual(mailTemplates(ownMails(settings)));
});

test('the image says in a line for each fault why it writes no mails, and keeps the old ones', () => {
  write({});
  const { status, stderr } = write({ BRAND_FILE: '/missing/brand.json' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/\n {2}BRAND_FILE: \/missing\/brand\.json cannot be read.*\n$/);
  expect(templatesIn(directory).size).toBe(30);
});
