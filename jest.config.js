import { availableParallelism } from 'node:os';

const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2024',
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ],
};
const project = (displayName, testEnvironment, roots, more = {}) => ({
  displayName,
  testEnvironment,
  roots: roots.map((root) => `<rootDir>/${root}`),
  testMatch: ['**/*.test.ts'],
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '\\.module\\.css$': 'identity-obj-proxy' },
  ...more,
});

export default {
  // Leaves time for a provider or a browser to start, but still ends a test that hangs.
  testTimeout: 180_000,
  // Modules of earlier files stay in memory: a worker that exceeds this is replaced before its next file.
  workerIdleMemoryLimit: '1500MB',
  // Half the time a test file waits for a provider or a browser, and another one can use the core.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  globalTeardown: './test/run/endShared.mjs',
  testSequencer: './test/run/slowFirst.mjs',
  reporters: ['default', './test/run/slowestFiles.mjs'],
  projects: [
    project(
      'unit',
      'node',
      ['server', 'client', 'shared', 'provider', 'scripts', 'locales', 'test/support'],
      {
        testMatch: ['**/*.test.ts', '**/server/**/*.test.tsx'],
        setupFiles: ['<rootDir>/test/run/asDeployed.mjs'],
      },
    ),
    // a document takes longer to set up than most tests without one
    project('client', 'jsdom', ['client'], { testMatch: ['**/*.test.tsx'] }),
    project('integration', './test/run/environment.mjs', ['test/integration']),
    project('e2e', './test/run/environment.mjs', ['test/e2e']),
  ],
};
