import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { licences } from './licences.ts';

const root = path.join(import.meta.dirname, '..');
const bundleOf = (inputs: Record<string, number>): Metafile => ({
  inputs: {},
  outputs: {
    'main.js': {
      bytes: 1,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, bytesInOutput]) => [file, { bytesInOutput }]),
      ),
    },
  },
});
const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

test('lists each package in a bundle once, with its version and licence text', () => {
  const files = {
    'client/main.tsx': 10,
    'node_modules/react/index.js': 10,
    'node_modules/react/cjs/react.production.js': 10,
    'node_modules/@fontsource-variable/open-sans/400.css': 10,
  };
  const text = licences(root, [bundleOf(files)]);
  expect(text.match(/^react [\d.]+ \(MIT\)$/gm)).toEqual([`react ${versionOf('react')} (MIT)`]);
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.');
  expect(text).toContain(
    `@fontsource-variable/open-sans ${versionOf('@fontsource-variable/open-sans')} (OFL-1.1)`,
  );
});

test('omits a package that the bundler left out', () => {
  expect(licences(root, [bundleOf({ 'node_modules/axios/index.js': 0 })]).trim()).toBe('');
});
