import type { Flow } from '../page.ts';

/** Whether a login asks a signed-in user to re-authenticate, or for a second factor. */
export const isStepUp = (flow: Flow): boolean =>
  ('refresh' in flow && flow.refresh === true) || ('requested_aal' in flow && flow.requested_aal === 'aal2');
