import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findChromium } from './chromium.ts';

test('CHROMIUM_PATH takes precedence over an installed Chromium, and must name a file', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'chromium-'));
  const installed = path.join(directory, 'google-chrome');
  writeFileSync(installed, '');
  chmodSync(installed, 0o755);
  try {
    expect(findChromium({ PATH: directory })).toBe(installed);
    expect(findChromium({ PATH: directory, CHROMIUM_PATH: process.execPath })).toBe(process.execPath);
    expect(() => findChromium({ CHROMIUM_PATH: '/nowhere' })).toThrow('CHROMIUM_PATH names /nowhere');
  } finally {
    rmSync(directory, { recursive: true });
  }
});
