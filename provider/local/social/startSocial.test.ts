import { expect, test } from '@jest/globals';
import { cookieJar } from '../../../test/support/kratosLogin.ts';
import { startAcme } from './acme.ts';

test('Acme gives no consent that its user has not given', async () => {
  const { kratos, stop } = await startAcme('http://localhost:3000', 0);
  await stop();
  const [acme] = JSON.parse(kratos.SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS ?? '[]') as {
    mapper_url: string;
  }[];
  const mapper = Buffer.from(acme?.mapper_url.replace('base64://', '') ?? '', 'base64').toString();
  expect(mapper).toContain('claims.email');
  expect(mapper).not.toContain('tos');
});

test('Acme remembers who signed in last, so that a confirmation does not end at somebody else', async () => {
  const portal = 'http://localhost:3000';
  const { kratos, stop } = await startAcme(portal, 0);
  const [acme] = JSON.parse(kratos.SELFSERVICE_METHODS_OIDC_CONFIG_PROVIDERS ?? '[]') as {
    issuer_url: string;
  }[];
  const jar = cookieJar();
  const visit = async (url: string, body?: URLSearchParams): Promise<{ url: string; html: string }> => {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      body,
      redirect: 'manual',
      headers: { cookie: jar.header() },
    });
    jar.keep(answer);
    const next = new URL(answer.headers.get('location') ?? url, url).href;
    if (next === url || next.startsWith(portal)) return { url, html: await answer.text() };
    return visit(next);
  };
  const asked = new URLSearchParams({
    client_id: 'portal',
    redirect_uri: `${portal}/self-service/methods/oidc/callback/acme`,
    response_type: 'code',
    scope: 'openid email',
    prompt: 'login',
  });
  const signIn = `${acme?.issuer_url ?? ''}/auth?${asked.toString()}`;
  const first = await visit(signIn);
  expect(first.html).toContain('value="user@acme.example"');
  await visit(first.url, new URLSearchParams({ email: 'a"b@acme.example' }));
  expect((await visit(signIn)).html).toContain('value="a&#34;b@acme.example"');
  await stop();
});
