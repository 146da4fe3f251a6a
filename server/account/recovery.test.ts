import { afterEach, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { getPage, portalWith, sessionCookie } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

test('going back to a finished recovery leads to the settings again', async () => {
  const sent = {
    ...recordedFlow('recovery-sent'),
    request_url: '',
    return_to: 'http://portal.test/accessibility',
  };
  const shown = async (state: string): Promise<string | undefined> => {
    const app = await portalWith({ '/self-service/recovery/flows': [200, { ...sent, state }] });
    const { headers } = await getPage(app, `/recovery?flow=${sent.id}`, sessionCookie);
    return headers.location;
  };
  expect(await shown('sent_email')).toBeUndefined();
  expect(await shown('passed_challenge')).toBe(
    `/settings?return_to=${encodeURIComponent('http://portal.test/accessibility')}`,
  );
});
