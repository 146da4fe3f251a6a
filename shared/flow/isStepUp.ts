import type { Flow } from '../page.ts';

/** Whether a flow asks somebody who is signed in already to confirm that, or to show a second factor. */
export const isStepUp = (flow: Flow): boolean =>
  ('refresh' in flow && flow.refresh === true) || ('requested_aal' in flow && flow.requested_aal === 'aal2');
