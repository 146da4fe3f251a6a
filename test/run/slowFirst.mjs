import Sequencer from '@jest/test-sequencer';

/** Files that take minutes, the slowest first: one of them at the end would keep a single core busy. */
const slowest = [
  'gallery',
  'journeys',
  'oauth2SignIn',
  'settingsKeyboard',
  'consent',
  'privilegedTime',
  'oauth2Logout',
  'secondFactors',
  'mailedLinks',
  'passkeys',
  'accountAccessibility',
];

/** How early a file is run: the files that take longest, then those with a browser, then those with a provider. */
function place({ path }) {
  const name = slowest.findIndex((one) => path.endsWith(`/e2e/${one}.test.ts`));
  if (name !== -1) return name;
  const folder = ['/test/e2e/', '/test/integration/', '/test/conformance/'].findIndex((one) =>
    path.includes(one),
  );
  return slowest.length + (folder === -1 ? 3 : folder);
}

/** Orders the files of a run so that all cores are busy until its end. */
export default class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
