import { expect, test } from '@jest/globals';
import { missingPackages } from './prepare.mjs';

const lock = {
  packages: {
    '': {},
    'node_modules/react': { version: '19.3.1' },
    'node_modules/jest': { version: '30.5.2', dev: true },
    'node_modules/for-another-platform': { version: '1.0.0', dev: true, optional: true },
  },
};
const installed = {
  packages: {
    'node_modules/react': { version: '19.3.1' },
    'node_modules/jest': { version: '30.5.2' },
  },
};

test('a finished install of the lock misses nothing, whatever other platforms would get', () => {
  expect(missingPackages(lock, installed)).toEqual([]);
});

test('without a finished install everything is missing', () => {
  expect(missingPackages(lock, undefined)).toEqual(['node_modules/react', 'node_modules/jest']);
});

test('a package in another version than the lock says is missing', () => {
  const older = { packages: { ...installed.packages, 'node_modules/react': { version: '19.0.0' } } };
  expect(missingPackages(lock, older)).toEqual(['node_modules/react']);
});

test('in production, development packages are not missed', () => {
  const runtimeOnly = { packages: { 'node_modules/react': { version: '19.3.1' } } };
  expect(missingPackages(lock, runtimeOnly, { production: true })).toEqual([]);
});
