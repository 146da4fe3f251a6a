import type { LoginFlowState, SettingsFlowState, VerificationFlowState } from '@ory/client';

/** A code or a link has been mailed. */
export const sentEmail = 'sent_email' satisfies LoginFlowState;

/** The address has been verified, or the account recovered. */
export const passedChallenge = 'passed_challenge' satisfies VerificationFlowState;

/** The change has been saved. */
export const success = 'success' satisfies SettingsFlowState;
