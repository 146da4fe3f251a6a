import { expect, test } from '@jest/globals';
import { flowOf, input } from '../../test/support/flows/flowParts.ts';
import { sentAddress } from './sentAddress.ts';

test('a resend button that does not name the address is not taken for one that does', () => {
  const again = input('code', 'resend', 'submit', { value: 'code' });
  expect(sentAddress(flowOf('verification', [again], { state: 'sent_email' }))).toBeUndefined();
});
