import type { UiNode } from '@ory/client';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../shared/flow/sections.ts';
import type { Flow } from '../../shared/page.ts';
import type { Visit } from '../pages/page.ts';

const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === 'address';

/**
 * Whether a flow names a mailed code to one address as the only second factor. A provider that sends this code at once has
 * not changed the flow since it made it.
 */
function namesOnlyMethod(flow: Flow): boolean {
  const { created_at: made, updated_at: changed } = flow as { created_at?: string; updated_at?: string };
  const buttons = flow.ui.nodes.filter((node) => isButton(node) && !isSideStep(node));
  if (!('requested_aal' in flow) || flow.requested_aal !== 'aal2') return false;
  if (buttons.some(({ group }) => group !== 'code')) return false;
  return flow.state === 'sent_email'
    ? made !== undefined && made === changed
    : buttons.filter(isAddress).length === 1;
}

const cookieName = 'portal_only_method';

/** Whether there is no other second factor to use, and the cookie that keeps it for the time when the flow does not tell. */
interface OnlyMethod {
  onlyMethod: boolean;
  setCookie: string[];
}

/**
 * Tells whether a second factor can be given by a mailed code to one address only, so that there is no other method to use.
 * Once a code has been asked for, the flow names no other method in either case: a page that is loaded then, as every one is
 * without scripts, knows it from the cookie that the first page of the flow has set.
 *
 * @param flow a sign-in
 */
export function onlyMethodOf(flow: Flow, { cookie = '', settings }: Visit): OnlyMethod {
  const pair = `${cookieName}=${flow.id}`;
  if (cookie.split(/;\s*/).includes(pair)) return { onlyMethod: true, setCookie: [] };
  if (!namesOnlyMethod(flow)) return { onlyMethod: false, setCookie: [] };
  const secure = settings.PORTAL_URL.startsWith('https:') ? '; Secure' : '';
  return { onlyMethod: true, setCookie: [`${pair}; Path=/login; HttpOnly; SameSite=Lax${secure}`] };
}
