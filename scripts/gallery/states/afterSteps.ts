import type { Step } from './interaction.ts';
import type { State } from './state.ts';

const signIn = 'button[name="method"][value="password"]';
/** The notice that the page's flow is about to expire. */
const expiry = 'main [role="status"] > [tabindex]';
const asks = '[aria-haspopup="dialog"]';

/** The visitors' interactions, by the resulting state: the initial state, and the steps. */
const interactions: Record<string, [from: string, ...steps: Step[]]> = {
  'login/fields-missing': ['login/first-step', { press: signIn }],
  'login/busy': [
    'login/first-step',
    { type: '[name="identifier"]', text: 'ada@portal.example' },
    { type: '[name="password"]', text: 'systole-diastole' },
    { press: signIn },
  ],
  'login/caps-lock': ['login/first-step', { capsLock: '[name="password"]' }],
  'login/password-shown': [
    'login/first-step',
    { type: '[name="password"]', text: 'systole-diastole' },
    { press: 'main [aria-pressed]' },
  ],
  'registration/optional-fields': ['registration/first-step', { press: 'main form details > summary' }],
  'registration/password-rule-met': [
    'registration/first-step',
    { type: '[name="password"]', text: 'systole-diastole' },
  ],
  'login/says-that-it-expires': ['login/expires-soon', { see: expiry }],
  'recovery/says-that-its-code-expires': ['recovery/code-expires-soon', { see: expiry }],
  'login/language-menu': ['login/first-step', { press: 'header details > summary' }],
  'login/theme-menu': ['login/first-step', { press: 'footer details > summary' }],
  'home/menu': ['home/signed-in', { press: 'nav details > summary' }],
  'recovery/address-missing': ['recovery/first-step', { press: 'main button[name="method"]' }],
  'registration/fields-missing': ['registration/first-step', { press: signIn }],
  'registration/refusal-details': [
    'registration/social-denied',
    { press: 'main [data-message] details > summary' },
  ],
  'settings/asks-before-turning-off': ['settings/everything-set-up', { press: `#totp ${asks}` }],
  'settings/asks-before-removing-a-key': ['settings/everything-set-up', { press: `#webauthn ${asks}` }],
  'settings/asks-before-unlinking': ['settings/everything-set-up', { press: `#oidc ${asks}` }],
  'settings/asks-before-signing-out': ['settings/everything-set-up', { press: `#sessions ${asks}` }],
  'settings/asks-before-withdrawing': ['settings/everything-set-up', { press: `#applications ${asks}` }],
};

/**
 * Returns the states that result from visitors' steps.
 *
 * @throws Error when one of these is missing
 */
export const afterSteps = (served: State[]): State[] =>
  Object.entries(interactions).map(([name, [from, ...steps]]) => {
    const state = served.find((one) => one.name === from);
    if (!state) throw new Error(`there is no state ${from}`);
    return { ...state, name, steps };
  });
