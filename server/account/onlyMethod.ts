import type { UiNode } from '@ory/client';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../shared/flow/isSideStep.ts';
import type { Flow } from '../../shared/page.ts';
import type { Visit } from '../pages/page.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';

const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.address;

/**
 * Whether a flow offers a code mailed to one address as its only second factor. If the provider has sent this code
 * right away, the flow has not been updated since it was created.
 */
function namesOnlyMethod(flow: Flow): boolean {
  const { created_at: made, updated_at: changed } = flow as { created_at?: string; updated_at?: string };
  const buttons = flow.ui.nodes.filter((node) => isButton(node) && !isSideStep(node));
  if (!('requested_aal' in flow) || flow.requested_aal !== 'aal2') return false;
  if (buttons.some(({ group }) => group !== nodeGroup.code)) return false;
  return flow.state === sentEmail
    ? made !== undefined && made === changed
    : buttons.filter(isAddress).length === 1;
}

const cookieName = 'portal_only_method';

/** Whether there is no other second factor, and the cookie that remembers it for when the flow no longer shows it. */
interface OnlyMethod {
  onlyMethod: boolean;
  setCookie: string[];
}

/**
 * Whether a code mailed to one address is the only second factor, so that “use another method” would lead nowhere. Once
 * a code has been requested, the flow lists no other methods even if there are some; a page loaded then (without
 * scripts, every one) reads a cookie that the flow's first page has set.
 *
 * @param flow a login flow
 */
export function onlyMethodOf(flow: Flow, { cookie = '', settings }: Visit): OnlyMethod {
  const pair = `${cookieName}=${flow.id}`;
  if (cookie.split(/;\s*/).includes(pair)) return { onlyMethod: true, setCookie: [] };
  if (!namesOnlyMethod(flow)) return { onlyMethod: false, setCookie: [] };
  const secure = settings.PORTAL_URL.startsWith('https:') ? '; Secure' : '';
  return { onlyMethod: true, setCookie: [`${pair}; Path=/login; HttpOnly; SameSite=Lax${secure}`] };
}
