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

test('a finished install is complete without packages for other platforms', () => {
  expect(missingPackages(lock, installed)).toEqual([]);
});

test('without a finished install all packages are missing', () => {
  expect(missingPackages(lock, undefined)).toEqual(['node_modules/react', 'node_modules/jest']);
});

test('a package whose version differs from the lock is missing', () => {
  const older = { packages: { ...installed.packages, 'node_modules/react': { version: '19.0.0' } } };
  expect(missingPackages(lock, older)).toEqual(['node_modules/react']);
});

test('in production, development packages are not required', () => {
  const runtimeOnly = { packages: { 'node_modules/react': { version: '19.3.1' } } };
  expect(missingPackages(lock, runtimeOnly, { production: true })).toEqual([]);
});
