import { describe, expect, test } from '@jest/globals';
import { FlowBrowser } from '../support/flowBrowser.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { runningStack } from '../support/runningStack.ts';
import { statusesOf, times } from '../support/statuses.ts';

const stack = runningStack({
  portal: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' },
});

let visitors = 0;

/** A visitor with their own browser and IP address. */
const visitor = (address = `198.51.100.${(visitors += 1)}`): FlowBrowser =>
  new FlowBrowser(stack, { headers: { 'x-forwarded-for': address } });

const withoutScripts = { scripts: false };

const account = (): Promise<TestIdentity> => createIdentity(stack.kratos.adminUrl);

const signIn = async (who: FlowBrowser, { email, password }: TestIdentity, secret = password) =>
  (await who.signIn(email, secret)).answer;

describe('passwords', () => {
  test('after ten wrong ones even the right one is refused, except from another IP address', async () => {
    const ada = await account();
    const guesser = visitor();
    expect(await statusesOf(12, () => signIn(guesser, ada, 'wrong'))).toEqual([...times(10, 400), 429, 429]);
    expect((await signIn(guesser, ada)).status).toBe(429);
    expect((await signIn(visitor(), ada)).status).toBe(200);
  });

  test('without scripts the refusal leads back to the page, which gives the time to wait, in the visitor’s language', async () => {
    const ada = await account();
    const guesser = visitor();
    const flow = await guesser.start('login');
    const fields = { method: 'password', identifier: ada.email, password: 'wrong' };
    expect(await statusesOf(10, () => guesser.submit('login', flow, fields, withoutScripts))).toEqual(
      times(10, 303),
    );
    for (const [language, text] of [
      [
        'en',
        'Too many attempts. Try again in 15 minutes. Meanwhile, another way to sign in or another network may work.',
      ],
      [
        'de',
        'Zu viele Versuche. Versuchen Sie es in 15 Minuten erneut. Bis dahin hilft vielleicht eine andere Art der Anmeldung oder ein anderes Netz.',
      ],
    ] as const) {
      const how = { ...withoutScripts, 'accept-language': language };
      const answer = await guesser.submit('login', flow, fields, how);
      expect(answer.headers.get('location')).toBe(`/login?flow=${flow.id}`);
      const page = await guesser.call(`/login?flow=${flow.id}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      });
      const html = await page.text();
      expect(html.replaceAll('<!-- -->', '')).toContain(`>${text}<`);
      expect(html).toContain(`value="${ada.email}"`);
    }
  });
});
