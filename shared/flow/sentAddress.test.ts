import { expect, test } from '@jest/globals';
import { flowOf, input } from '../../test/support/flows/flowParts.ts';
import { sentAddress } from './sentAddress.ts';

test.each([
  ['email', 'ada@example.org', 'ada@example.org'],
  ['sms', '+4915112345678', '+4915112345678'],
  ['resend', 'code', undefined],
])(
  'a flow’s resend button with the name %s and the value %s names the address %s',
  (name, value, address) => {
    const again = input('code', name, 'submit', { value });
    expect(sentAddress(flowOf('verification', [again], { state: 'sent_email' }))).toBe(address);
  },
);
