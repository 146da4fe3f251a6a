import { expect, test } from '@jest/globals';
import { catalogue, type OperationName } from '../operations/catalogue.ts';
import { providerCookies } from '../security/cookies/providerCookies.ts';
import type { SettledAnswer } from '../security/limits/limitParts.ts';
import { flowStep } from './flowStep.ts';

const cookies = providerCookies('ory_kratos_session');
const stepOf = (name: OperationName, answer: SettledAnswer) =>
  flowStep(catalogue.find(({ operation }) => operation === name) ?? {}, answer, cookies);
const session = { 'set-cookie': ['csrf_token_a=b', 'ory_kratos_session=c; Path=/'] };
const json = (content: object, statusCode = 200): SettledAnswer => ({
  statusCode,
  headers: {},
  body: Buffer.from(JSON.stringify(content)),
});
const to = (location: string, headers = {}): SettledAnswer => ({
  statusCode: 303,
  headers: { location, ...headers },
});

test.each<[OperationName, string, SettledAnswer]>([
  ['createBrowserLoginFlow', 'login', to('https://portal.example/login?flow=a')],
  ['createBrowserLoginFlow', 'login', json({ id: 'a' })],
  ['createNativeRegistrationFlow', 'registration', json({ id: 'a' })],
  ['createBrowserRecoveryFlow', 'recovery', to('/recovery?aal=1&flow=a')],
])('%s begins a flow: %s', (operation, flow, answer) => {
  expect(stepOf(operation, answer)).toEqual({ flow, step: 'begun' });
});

test.each<[OperationName, string, SettledAnswer]>([
  ['updateLoginFlow', 'login', { statusCode: 200, headers: session }],
  ['updateLoginFlow', 'login', to('/', session)],
  ['updateLoginFlow', 'login', json({ session_token: 'a' })],
  ['updateLoginFlow', 'login', { statusCode: 422, headers: session }],
  ['returnFromNamedProvider', 'login', to('/', session)],
  ['updateRegistrationFlow', 'registration', json({ identity: {} })],
  ['updateRegistrationFlow', 'registration', to('/verification?flow=a')],
  ['updateRecoveryFlow', 'recovery', { statusCode: 422, headers: session }],
  ['updateVerificationFlow', 'verification', json({ state: 'passed_challenge' })],
  ['updateSettingsFlow', 'settings', json({ state: 'success' })],
])('%s finishes a flow: %s', (operation, flow, answer) => {
  expect(stepOf(operation, answer)).toEqual({ flow, step: 'finished' });
});

test.each<[OperationName, SettledAnswer]>([
  ['createBrowserLoginFlow', to('/')],
  ['createBrowserLoginFlow', json({ error: {} }, 400)],
  ['updateLoginFlow', json({ state: 'choose_method' }, 400)],
  ['updateLoginFlow', to('/login?flow=a', { 'set-cookie': ['ory_kratos_session=; Max-Age=0'] })],
  ['updateRegistrationFlow', to('/registration?flow=a')],
  ['updateRecoveryFlow', json({ state: 'sent_email' })],
  ['updateVerificationFlow', json({ state: 'sent_email' })],
  ['updateVerificationFlow', { statusCode: 200, headers: {}, body: Buffer.from('<html>') }],
  ['updateSettingsFlow', json({}, 403)],
  ['toSession', { statusCode: 200, headers: session }],
])('%s neither begins nor finishes a flow: %j', (operation, answer) => {
  expect(stepOf(operation, answer)).toBeUndefined();
});

test('every operation that creates, resumes or updates a flow of a browser’s or an app’s has a step', () => {
  const steps = catalogue
    .map(({ operation }) => operation)
    .filter((name) =>
      /^(create(Browser|Native)|update|resume)(Login|Registration|Recovery|Verification|Settings)Flow$/.test(
        name,
      ),
    )
    .filter((name) => name !== 'resumeSettingsFlow');
  const answer = { ...json({ state: 'passed_challenge' }), headers: session };
  expect(steps.filter((name) => !stepOf(name, answer))).toEqual([]);
  expect(steps.length).toBeGreaterThan(14);
});
