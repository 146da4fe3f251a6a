import type { LoginFlowState, SettingsFlowState, VerificationFlowState } from '@ory/client';
import type { Flow } from '../page.ts';
import { inputAttributes } from './inputAttributes.ts';
import * as nodeName from './nodeName.ts';

/** Nothing has been mailed or chosen yet. */
export const chooseMethod = 'choose_method' satisfies LoginFlowState;

/** A code or a link has been mailed. */
export const sentEmail = 'sent_email' satisfies LoginFlowState;

/** The address has been verified, or the account recovered. */
export const passedChallenge = 'passed_challenge' satisfies VerificationFlowState;

/** The change has been saved. */
export const success = 'success' satisfies SettingsFlowState;

/** Whether a flow has a field for a mailed code. */
export const asksCode = ({ ui }: Flow): boolean =>
  ui.nodes.some((node) => inputAttributes(node)?.name === nodeName.code);

/** Whether a login asks a signed-in user to re-authenticate, or for a second factor. */
export const isStepUp = (flow: Flow): boolean =>
  ('refresh' in flow && flow.refresh === true) || ('requested_aal' in flow && flow.requested_aal === 'aal2');
