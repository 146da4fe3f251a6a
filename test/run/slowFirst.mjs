import Sequencer from '@jest/test-sequencer';

/** Files that take a minute or more, the slowest first: started last, one of them would leave all other cores idle. */
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

/** A file's place in the run: first the slowest files, then those with a browser, then those with a provider. */
function place({ path }) {
  const name = slowest.findIndex((one) => path.endsWith(`/e2e/${one}.test.ts`));
  if (name !== -1) return name;
  const folder = ['/test/e2e/', '/test/integration/', '/test/conformance/'].findIndex((one) =>
    path.includes(one),
  );
  return slowest.length + (folder === -1 ? 3 : folder);
}

/** Orders the files of a run so that all cores stay busy until its end. */
export default class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
