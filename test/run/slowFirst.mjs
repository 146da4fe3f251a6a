import Sequencer from '@jest/test-sequencer';

/**
 * The files that take longest, about the slowest first: started last, one of them would leave all other cores idle. Those that
 * mostly wait for a process are between those that keep a core busy.
 */
const slowest = [
  'e2e/journeys',
  'e2e/gallery',
  'e2e/signUpSteps',
  'integration/twoPortals',
  'e2e/gallerySettings',
  'e2e/galleryLogin',
  'integration/notices',
  'e2e/confirmByCode',
  'e2e/console',
  'integration/stopping',
  'e2e/dev',
  'e2e/oauth2SignIn',
  'integration/endOfStart',
  'e2e/typedAddresses',
  'e2e/mailedLinks',
  'integration/replicas',
  'e2e/linkedAccounts',
  'e2e/wrongAddresses',
  'e2e/secondFactors',
  'integration/gatewayUnderLoad',
];

/** A file's place in the run: first the slowest files, then those with a browser, then those with a provider. */
function place({ path }) {
  const name = slowest.findIndex((one) => path.endsWith(`/test/${one}.test.ts`));
  if (name !== -1) return name;
  const folder = ['/test/e2e/', '/test/integration/'].findIndex((one) => path.includes(one));
  return slowest.length + (folder === -1 ? 2 : folder);
}

/** Orders the files of a run so that all cores stay busy until its end. */
export default class SlowFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
