import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Express } from 'express';
import type { Response } from 'supertest';
import { appInProcess } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { fakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { cookiesSet, getPage, sessionCookie } from '../../test/support/servedPage.ts';

const session = {
  id: 's1',
  active: true,
  authenticator_assurance_level: 'aal1',
  identity: { id: 'i1', traits: { email: 'ada@example.org', name: { first: 'Ada', last: 'Lovelace' } } },
};

/** A portal whose Kratos answers each call with a new CSRF token and times, and knows one session. */
async function portal(): Promise<{ app: Express; tokens: string[] }> {
  const tokens: string[] = [];
  const flow = recordedFlow('login');
  const kratos = await fakeUpstream(({ url = '', headers }, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (url.startsWith('/sessions/whoami')) {
      const isSignedIn = headers.cookie?.includes(sessionCookie) === true;
      response.writeHead(isSignedIn ? 200 : 401).end(JSON.stringify(isSignedIn ? session : {}));
      return;
    }
    const id = new URLSearchParams(url.split('?')[1]).get('id') ?? randomUUID();
    const token = randomBytes(64).toString('base64');
    tokens.push(token);
    const own = JSON.stringify({ ...flow, issued_at: new Date().toISOString() })
      .replaceAll(flow.id, id)
      .replace('csrf-of-login', token)
      .replace(/(\\"challenge\\":\\")[\w-]+/, `$1${randomBytes(32).toString('base64url')}`);
    response.end(own);
  });
  return { app: appInProcess({ KRATOS_PUBLIC_URL: kratos.url }), tokens };
}

const nonceIn = ({ headers }: Response): string =>
  /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? '';

const csrfIn = (answer: Response): string =>
  /portal_csrf=([^;]+)/.exec(cookiesSet(answer).join('\n'))?.[1] ?? '';

const challengeIn = ({ text }: Response): string => /challenge&quot;:&quot;([\w-]+)/.exec(text)?.[1] ?? '';

test('a cached page has the values of the visitor’s own flow, cookie and policy, and none of another visitor', async () => {
  const { app, tokens } = await portal();
  const answers: { text: string; own: string[] }[] = [];
  for (let visit = 0; visit < 8; visit += 1) {
    const id = randomUUID();
    const answer = await getPage(app, `/login?flow=${id}`).expect(200);
    const own = [id, tokens.at(-1) ?? '', nonceIn(answer), csrfIn(answer), challengeIn(answer)];
    for (const value of own) {
      expect(value).not.toBe('');
      expect(answer.text).toContain(value);
    }
    answers.push({ text: answer.text, own });
  }
  for (const { text, own } of answers)
    for (const other of answers.filter((one) => one.own !== own))
      for (const value of other.own) expect(text).not.toContain(value);
  const forms = answers.map(({ text, own }) => own.reduce((html, value) => html.replaceAll(value, ''), text));
  const withoutTimes = forms.map((html) => html.replace(/"(issued_at|servedAt)":"?[^,}]+/g, ''));
  expect(new Set(withoutTimes).size).toBe(1);
});

test('nothing of a signed-in user appears on the pages of others', async () => {
  const { app } = await portal();
  for (let visit = 0; visit < 4; visit += 1) {
    const signedIn = await getPage(app, '/login', sessionCookie).expect(200);
    expect(signedIn.text).toContain('Ada');
    const signedOut = await getPage(app, `/login?flow=${randomUUID()}`).expect(200);
    expect(signedOut.text).not.toContain('Ada');
    expect(signedOut.text).not.toContain('ada@example.org');
  }
});
