import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { totpCode } from '../support/accountVisitor.ts';
import { attacker, fieldOf } from '../support/attacker.ts';
import { createIdentity, type TestIdentity } from '../support/identities.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { statusesOf, times } from '../support/statuses.ts';

let stack: Stack;

beforeAll(async () => {
  // each visitor below has their own IP address
  stack = await startStack({ portal: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' } });
}, 240_000);

afterAll(() => stack.stop());

interface Node {
  attributes: { name?: string; value?: unknown; id?: string; text?: { text: string } };
}
interface Flow {
  id: string;
  ui: { action: string; nodes: Node[]; messages?: { id: number }[] };
}

let visitors = 0;

/** A visitor with their own browser and IP address. */
function visitor(address = `198.51.100.${(visitors += 1)}`) {
  const { call } = attacker(stack.url, address);
  const start = async (kind: string, query = ''): Promise<Flow> => {
    const answer = await call(`/self-service/${kind}/browser${query}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Flow;
  };
  const submit = (kind: string, flow: Flow, fields: Record<string, string>): Promise<Response> =>
    call(`/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrf_token: fieldOf(flow, 'csrf_token'), ...fields }),
    });
  const post = (kind: string, flow: Flow, fields: Record<string, string>, locale = 'en'): Promise<Response> =>
    call(`/self-service/${kind}?flow=${flow.id}`, {
      method: 'POST',
      headers: {
        accept: 'text/html',
        'accept-language': locale,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ csrf_token: fieldOf(flow, 'csrf_token'), ...fields }).toString(),
    });
  const signIn = async ({ email, password }: TestIdentity, secret = password): Promise<Response> => {
    const flow = await start('login');
    return submit('login', flow, { method: 'password', identifier: email, password: secret });
  };
  return { call, start, submit, post, signIn };
}

const account = (): Promise<TestIdentity> => createIdentity(stack.kratos.adminUrl);

describe('passwords', () => {
  test('after ten wrong ones even the right one is refused, except from another IP address', async () => {
    const ada = await account();
    const guesser = visitor();
    expect(await statusesOf(12, () => guesser.signIn(ada, 'wrong'))).toEqual([...times(10, 400), 429, 429]);
    expect((await guesser.signIn(ada)).status).toBe(429);
    expect((await visitor().signIn(ada)).status).toBe(200);
  });

  test('somebody who keeps signing in is never limited', async () => {
    const ada = await account();
    for (let count = 0; count < 15; count += 1)
      expect((await visitor('203.0.113.1').signIn(ada)).status).toBe(200);
  });

  test('without scripts the refusal is a page that gives the time to wait, in the visitor’s language', async () => {
    const ada = await account();
    const guesser = visitor();
    const flow = await guesser.start('login');
    const fields = { method: 'password', identifier: ada.email, password: 'wrong' };
    expect(await statusesOf(10, () => guesser.post('login', flow, fields))).toEqual(times(10, 303));
    for (const [locale, text] of [
      ['en', 'Too many attempts. Try again in 15 minutes.'],
      ['de', 'Zu viele Versuche. Versuchen Sie es in 15 Minuten erneut.'],
    ] as const) {
      const answer = await guesser.post('login', flow, fields, locale);
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(840);
      const page = await answer.text();
      expect(page).toContain(`>${text}<`);
      expect(page).toContain(`href="/login?flow=${flow.id}"`);
    }
  });

  test('a successful form without scripts is not counted', async () => {
    const ada = await account();
    for (let count = 0; count < 12; count += 1) {
      const one = visitor('203.0.113.2');
      const flow = await one.start('login');
      const answer = await one.post('login', flow, {
        method: 'password',
        identifier: ada.email,
        password: ada.password,
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${stack.url}/`]);
    }
  });
});

describe('mail', () => {
  test('one recipient gets at most six recovery mails an hour, requested with or without scripts', async () => {
    const ada = await account();
    const stranger = visitor();
    const recover = async (how: 'submit' | 'post') => {
      const flow = await stranger.start('recovery');
      return stranger[how]('recovery', flow, { method: 'code', email: ada.email });
    };
    expect(await statusesOf(3, () => recover('submit'))).toEqual(times(3, 200));
    expect(await statusesOf(4, () => recover('post'))).toEqual([...times(3, 303), 429]);
    expect((await recover('submit')).status).toBe(429);
    const { mailbox } = stack;
    const arrived = () => mailbox.messages.filter(({ to }) => to.includes(ada.email)).length;
    await mailbox.waitFor(ada.email, { matching: () => arrived() === 6 });
  });

  test('one recipient gets at most six sign-in codes an hour', async () => {
    const ada = await account();
    const stranger = visitor();
    const send = async () =>
      stranger.submit('login', await stranger.start('login'), {
        method: 'code',
        identifier: ada.email,
        code: '1',
      });
    const statuses = await statusesOf(7, send);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 6)).toEqual(times(6, 400));
  });
});

describe('mailed codes', () => {
  test('Kratos allows five attempts per flow, the portal ten per account and IP address', async () => {
    const ada = await account();
    const guesser = visitor();
    const guess = async (): Promise<number[]> => {
      const flow = await guesser.start('recovery');
      await guesser.submit('recovery', flow, { method: 'code', email: ada.email });
      return statusesOf(5, () => guesser.submit('recovery', flow, { method: 'code', code: '000000' }));
    };
    expect(await guess()).not.toContain(429);
    expect(await guess()).not.toContain(429);
    expect(await guess()).toEqual(times(5, 429));
  });
});

describe('codes of an authenticator app', () => {
  async function enrolled(): Promise<{ ada: TestIdentity; secret: string }> {
    const ada = await account();
    const owner = visitor();
    await owner.signIn(ada);
    const flow = await owner.start('settings');
    const secret =
      flow.ui.nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ??
      '';
    expect(
      (await owner.submit('settings', flow, { method: 'totp', totp_code: totpCode(secret) })).status,
    ).toBe(200);
    return { ada, secret };
  }

  test('are refused after ten wrong ones, even over several sign-ins', async () => {
    const { ada } = await enrolled();
    const guess = async (code: string) => {
      const guesser = visitor('203.0.113.3');
      await guesser.signIn(ada);
      return guesser.submit('login', await guesser.start('login', '?aal=aal2'), {
        method: 'totp',
        totp_code: code,
      });
    };
    let code = 100_000;
    expect(await statusesOf(12, () => guess(String((code += 1))))).toEqual([...times(10, 400), 429, 429]);
  });

  test('are refused if they were used before, even in another session', async () => {
    const { ada, secret } = await enrolled();
    const code = totpCode(secret);
    const use = async () => {
      const one = visitor();
      await one.signIn(ada);
      const flow = await one.start('login', '?aal=aal2');
      return one.submit('login', flow, { method: 'totp', totp_code: code });
    };
    expect((await use()).status).toBe(200);
    const again = await use();
    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: { id: 'code_used' } });
  });
});

describe('apps', () => {
  test('with a session token, no more codes can be tried than with a cookie', async () => {
    const ada = await account();
    const app = visitor();
    const flowOf = async (query: string, token?: string): Promise<Flow> =>
      (await (
        await app.call(`/self-service/login/api${query}`, {
          headers: token ? { 'x-session-token': token } : {},
        })
      ).json()) as Flow;
    const send = (flow: Flow, fields: object, token?: string) =>
      app.call(`/self-service/login?flow=${flow.id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { 'x-session-token': token }) },
        body: JSON.stringify(fields),
      });
    const guess = async () => {
      const fields = { method: 'password', identifier: ada.email, password: ada.password };
      const { session_token: token } = (await (await send(await flowOf(''), fields)).json()) as {
        session_token: string;
      };
      return send(await flowOf('?aal=aal2', token), { method: 'totp', totp_code: '000000' }, token);
    };
    expect(await statusesOf(11, guess)).toEqual([...times(10, 400), 429]);
  });
});
