import { expect, test } from '@jest/globals';
import { flowOf, input } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { loggedInAs } from './address.ts';

test('a flow is bound to its hidden identifier, whatever its group', () => {
  expect(loggedInAs(recordedFlow('login-refresh-password'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('identifier-first-password'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('login-aal2-code-sent'))).toBe('ann@example.org');
  expect(loggedInAs(recordedFlow('login'))).toBeUndefined();
  expect(
    loggedInAs(flowOf('login', [input('default', 'identifier', 'hidden', { value: '' })])),
  ).toBeUndefined();
});
