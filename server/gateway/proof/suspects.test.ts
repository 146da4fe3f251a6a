import { expect, test } from '@jest/globals';
import { provedAddresses, type Send } from './suspects.ts';

/** An upstream whose flow has one button, which sends its code again. */
const flowWith =
  (name: string, value: string): Send =>
  () =>
    Promise.resolve({
      statusCode: 200,
      headers: {},
      rawHeaders: [],
      body: Buffer.from(JSON.stringify({ ui: { nodes: [{ attributes: { name, value } }] } })),
    });

const form = { kind: 'verification', flow: 'f1', fields: new Map([['code', ['123456']]]) } as const;

test.each([
  ['email', 'Ada@example.org', ['ada@example.org']],
  ['sms', '+4915112345678', ['+4915112345678']],
  ['resend', 'code', []],
])(
  'a verification whose button has the name %s and the value %s proves %j',
  async (name, value, addresses) => {
    expect(await provedAddresses(form, { headers: {}, send: flowWith(name, value) })).toEqual(addresses);
  },
);
