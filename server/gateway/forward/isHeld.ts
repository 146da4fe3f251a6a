import type { Operation } from '../../operations/operation.ts';

/** The operations that may sign somebody in or prove an address; their answers are small. */
const held: ReadonlySet<string> = new Set([
  'updateLoginFlow',
  'updateRegistrationFlow',
  'updateRecoveryFlow',
  'updateVerificationFlow',
  'updateFedcmFlow',
  'exchangeSessionToken',
  'resumeLoginFlow',
  'resumeRegistrationFlow',
  'followRecoveryLink',
  'followVerificationLink',
  'returnFromProvider',
  'returnFromNamedProvider',
  'postFromNamedProvider',
  'returnFromOrganizationProvider',
  'postFromOrganizationProvider',
]);

/** Whether the portal reads an operation's answer before forwarding it. */
export const isHeld = ({ operation }: Operation): boolean => held.has(operation);
