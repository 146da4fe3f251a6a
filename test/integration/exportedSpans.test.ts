import { expect, test } from '@jest/globals';
import { startCollector } from '../support/collector.ts';
import { createIdentity } from '../support/identities.ts';
import { cookieJar, signIn } from '../support/kratosLogin.ts';
import { startStack } from '../support/stack.ts';

test('a sign-in leaves no query, cookie, token, challenge, address or id in what is exported', async () => {
  const collector = await startCollector();
  const stack = await startStack({
    portal: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'accounts' },
  });
  try {
    const account = await createIdentity(stack.kratos.adminUrl);
    const jar = cookieJar();
    const visit = async (path: string, headers = {}): Promise<string> => {
      const page = await fetch(stack.url + path, {
        headers: { accept: 'text/html', cookie: jar.header(), ...headers },
        redirect: 'manual',
      });
      jar.keep(page);
      return page.headers.get('location') ?? (await page.text());
    };
    const first = await visit('/login');
    const flow = /flow=([\w-]{36})/.exec(first)?.[1] ?? '';
    await visit(`/login?flow=${flow}&login_challenge=s3cr3t-challenge&return_to=%2Fs3cr3t-return`);
    await signIn(stack.url, account, {}, jar);
    await visit('/settings');
    await visit('/consent?consent_challenge=s3cr3t-consent');
    await visit('/recovery?token=s3cr3t-token&code=s3cr3t-code');
    await visit('/sessions/whoami', { 'x-session-token': 's3cr3t-session-token' });
    await visit(`/admin/identities/${account.id}`, { authorization: 'Bearer s3cr3t-bearer' });
    await visit(`/verification/${account.email}?email=${account.email}`);
    process.kill(stack.portal.pid, 'SIGTERM');
    expect(await stack.portal.ended()).toBe(0);

    const names = collector.spans.map(({ name }) => name);
    for (const name of ['GET /login', 'load page', 'render page', 'POST updateLoginFlow', 'GET /settings'])
      expect(names).toContain(name);
    const settings = collector.spans.find(({ name }) => name === 'GET /settings');
    const load = collector.spans.find(
      ({ name, traceId }) => name === 'load page' && traceId === settings?.traceId,
    );
    expect(load?.parent).toBe(settings?.spanId);
    expect(
      collector.spans.filter(({ parent, kind }) => parent === load?.spanId && kind === 'CLIENT').length,
    ).toBeGreaterThan(0);

    const exported = collector.received.map(({ body }) => body.toString('latin1')).join('\n');
    const cookies = jar
      .header()
      .split('; ')
      .map((pair) => pair.slice(pair.indexOf('=') + 1));
    expect(cookies.length).toBeGreaterThan(1);
    expect(flow).not.toBe('');
    const secrets = ['s3cr3t', flow, account.id, account.email, account.password, ...cookies];
    for (const secret of secrets) expect(exported).not.toContain(secret);
    expect(JSON.stringify(collector.spans)).not.toMatch(/[?@]/);
  } finally {
    await stack.stop();
    collector.close();
  }
});
