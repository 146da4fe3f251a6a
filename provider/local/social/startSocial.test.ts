import { expect, test } from '@jest/globals';
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
