import type { UiNode } from '@ory/client';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../shared/flow/sections.ts';
import type { Flow } from '../../shared/page.ts';

const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === 'address';

/**
 * Whether a second factor can be given by a mailed code to one address only, so that there is no other method to use. A
 * provider that sends this code at once has not changed the flow since it made it.
 *
 * @param flow a sign-in as its page was served; once a code has been asked for, the flow names no other method
 */
export function isOnlyMethod(flow: Flow): boolean {
  const { created_at: made, updated_at: changed } = flow as { created_at?: string; updated_at?: string };
  const buttons = flow.ui.nodes.filter((node) => isButton(node) && !isSideStep(node));
  if (!('requested_aal' in flow) || flow.requested_aal !== 'aal2') return false;
  if (buttons.some(({ group }) => group !== 'code')) return false;
  return flow.state === 'sent_email'
    ? made !== undefined && made === changed
    : buttons.filter(isAddress).length === 1;
}
