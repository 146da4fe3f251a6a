import { afterEach, expect, test } from '@jest/globals';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { closeHarness, deadUrl } from '../../test/support/gatewayHarness.ts';
import { getPage, markup, sessionCookie } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

test('without an answer from Kratos, offers no registration to a browser with a session cookie', async () => {
  const app = appInProcess({ KRATOS_PUBLIC_URL: await deadUrl() });
  const { text } = await getPage(app, '/', sessionCookie).expect(200);
  expect(markup(text)).toContain('we cannot tell whether you are signed in');
  expect(markup(text)).not.toContain('Create an account');
  expect(markup((await getPage(app, '/')).text)).toContain('Create an account');
});
