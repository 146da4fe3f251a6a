import { expect, test } from '@jest/globals';
import type { CookieAnswer, KratosFrontend } from './kratos.ts';
import { createFlowsOff } from './flowsOff.ts';
import { sentRequest } from './providerRequest.ts';

const answer = (status: number, body: unknown = {}): CookieAnswer => ({ status, body, setCookie: [] });
const disabled = (reason: string, id?: string): CookieAnswer =>
  answer(400, { error: { ...(id && { id }), code: 400, reason, message: 'The request was malformed' } });

// as Kratos 1.3.1 and 26.2 answer
const refusals = {
  registration: disabled(
    'Registration is not allowed because it was disabled.',
    'self_service_flow_disabled',
  ),
  recovery: disabled('Recovery is not allowed because it was disabled.'),
  verification: disabled('Verification is not allowed because it was disabled.'),
};
const kinds = Object.keys(refusals) as (keyof typeof refusals)[];

/** A provider that answers every start of a flow in the same way. */
function providerOf(given: () => CookieAnswer): { kratos: KratosFrontend; asked: string[] } {
  const asked: string[] = [];
  const kratos: KratosFrontend = {
    answer: async (built) => {
      asked.push((await sentRequest(built)).path);
      return given();
    },
  };
  return { kratos, asked };
}

test.each(kinds)('%s is off once the provider has said so, until it starts one', (kind) => {
  const flows = createFlowsOff(providerOf(() => answer(200)).kratos);
  expect(flows.isOff(kind)).toBe(false);
  flows.note(kind, refusals[kind]);
  expect(kinds.filter(flows.isOff)).toEqual([kind]);
  flows.note(kind, answer(200, { id: 'f1', ui: { nodes: [] } }));
  expect(flows.isOff(kind)).toBe(false);
});

test('each flow that can be off is checked in advance, not for a page', async () => {
  const { kratos, asked } = providerOf(() => refusals.recovery);
  const flows = createFlowsOff(kratos);
  for (const kind of kinds) flows.isOff(kind);
  expect(asked).toEqual([]);
  await flows.ask();
  expect(asked).toEqual(kinds.map((kind) => `/self-service/${kind}/browser`));
  expect(kinds.filter(flows.isOff)).toEqual(kinds);
});

test.each<[string, () => CookieAnswer]>([
  ['down', () => answer(0, { transport: 'network' })],
  ['too slow', () => answer(0, { transport: 'timeout', ms: 1 })],
  ['failing', () => answer(500, { error: { reason: 'not allowed because it was disabled' } })],
  ['busy', () => answer(429)],
  ['refusing something else', () => disabled('The return_to address is not allowed.')],
  [
    'gone',
    () => {
      throw new Error('aborted');
    },
  ],
])('a provider that is %s changes nothing', async (_how, given) => {
  const flows = createFlowsOff(providerOf(given).kratos);
  flows.note('recovery', refusals.recovery);
  await flows.ask();
  expect(kinds.filter(flows.isOff)).toEqual(['recovery']);
});
