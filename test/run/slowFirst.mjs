import Sequencer from '@jest/test-sequencer';

/** The files that take longest, the slowest first: started last, one of them would leave all other cores idle. */
const slowest = [
  'e2e/journeys',
  'e2e/signUpSteps',
  'e2e/gallery',
  'e2e/gallerySettings',
  'e2e/galleryLogin',
  'e2e/oauth2SignIn',
  'e2e/consent',
  'e2e/galleryPictures',
  'e2e/galleryBrands',
  'e2e/oauth2Logout',
  'integration/gatewayUnderLoad',
  'integration/limits',
  'integration/endOfStart',
  'e2e/privilegedTime',
  'e2e/displayPreferences',
  'e2e/settingsKeyboard',
  'e2e/passkeys',
  'e2e/mailedLinks',
  'e2e/secondFactors',
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
