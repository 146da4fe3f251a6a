import { describe, expect, jest, test } from '@jest/globals';
import {
  answer,
  anywhere,
  limitedPortal,
  password,
  setUpClock,
  signedIn,
  type Form,
} from '../../../test/support/formLimitsHarness.ts';

setUpClock();

describe('mail', () => {
  const ada = 'ada@example.org';
  const sends: [string, Omit<Form, 'address'>][] = [
    ['recovery', { kind: 'recovery', fields: { method: 'code', email: ada } }],
    ['recovery with a code as well', { kind: 'recovery', fields: { method: 'code', email: ada, code: '1' } }],
    ['recovery by a chosen address', { kind: 'recovery', fields: { recovery_address: ada, code: '1' } }],
    ['verification', { kind: 'verification', fields: { method: 'code', email: ada } }],
    ['sign-in', { fields: { method: 'code', identifier: ada } }],
    ['sign-in with a code as well', { fields: { method: 'code', identifier: ada, code: '1' } }],
    ['a second factor', { fields: { address: ada } }],
    ['registration', { kind: 'registration', fields: { method: 'code', 'traits.email': ada } }],
    [
      'registration in JSON',
      { kind: 'registration', fields: { method: 'code', traits: `{"email":"${ada}"}` } },
    ],
  ];

  test.each(sends)(
    'is limited to six an hour to one recipient from one IP address: %s',
    async (_what, form) => {
      const { passes, send } = limitedPortal();
      expect(await passes(() => form)).toBe(6);
      jest.setSystemTime(3_600_000);
      expect(await send(form)).toBe('passed');
    },
  );

  test('of all kinds together is limited to twelve an hour from all IP addresses except where the recipient signs in', async () => {
    const { passes, send } = limitedPortal();
    const home = '203.0.113.7';
    await send({ fields: password(ada), address: home, answer: () => signedIn('hers') });
    const form = (count: number) => ({
      ...(sends[count % sends.length]?.[1] as Form),
      address: anywhere(count),
    });
    expect(await passes(form)).toBe(12);
    expect(await send({ ...form(0), address: '203.0.113.8' })).toBe('mail_limited');
    expect(await passes(() => ({ ...form(0), address: home }))).toBe(6);
  });

  test('is limited to twenty a day to one recipient from one IP address', async () => {
    const { passes } = limitedPortal();
    let sent = 0;
    for (let hour = 0; hour < 23; hour += 1) {
      jest.setSystemTime(hour * 3_600_000);
      sent += await passes(() => sends[0]?.[1] as Form);
    }
    expect(sent).toBe(20);
  });

  test('is not counted when a mailed code is submitted, but when another one is requested', async () => {
    const { passes, send } = limitedPortal();
    const fields = { flow: 'f', method: 'code', identifier: ada };
    await send({ fields });
    for (let count = 0; count < 5; count += 1) await send({ fields: { ...fields, code: '1' } });
    expect(await passes(() => ({ fields: { ...fields, code: '1', resend: 'code' } }))).toBe(5);
  });

  test.each<[string, Omit<Form, 'address'>]>([
    [
      'a sign-up',
      {
        kind: 'registration',
        fields: { method: 'password', 'traits.email': ada },
        answer: () => answer(303, { location: 'https://portal.example/verification?flow=v' }),
      },
    ],
    [
      'a changed address',
      {
        kind: 'settings',
        fields: { method: 'profile', 'traits.email': ada },
        answer: () => answer(200, {}, '{"continue_with":[{"action":"show_verification_ui"}]}'),
      },
    ],
  ])(
    'counts the one that %s has sent towards the six, after which there is no other',
    async (_what, form) => {
      const { passes, send } = limitedPortal();
      await send(form);
      expect(await passes(() => ({ kind: 'verification', fields: { method: 'code', email: ada } }))).toBe(5);
      expect(await send(form)).toBe('mail_limited');
    },
  );

  test('is not counted again in a flow that takes the place of another one', async () => {
    const { passes, send } = limitedPortal();
    const fields = { method: 'code', identifier: ada };
    const renewed = () => answer(400, {}, '{"id":"d1c5"}');
    await send({ fields: { ...fields, flow: 'f', code: '1', resend: 'code' }, answer: renewed });
    await send({ fields: { ...fields, flow: 'd1c5', code: '1' } });
    expect(await passes(() => ({ fields }))).toBe(5);
  });

  test('from forms that only sometimes send it has higher limits', async () => {
    const { passes } = limitedPortal();
    expect(await passes(() => ({ fields: { method: 'identifier_first', identifier: ada } }))).toBe(20);
    expect(
      await passes(() => ({
        kind: 'registration',
        fields: { method: 'password', 'traits.email': ada, 'traits.name': 'Ada' },
      })),
    ).toBe(0);
    expect(
      await passes(() => ({
        kind: 'settings',
        fields: { method: 'profile', 'traits.email': 'ben@example.org' },
      })),
    ).toBe(20);
  });
});
