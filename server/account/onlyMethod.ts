import type { UiNode } from '@ory/client';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import { isSideStep } from '../../shared/flow/buttons.ts';
import type { Flow } from '../../shared/page.ts';
import type { Visit } from '../pages/loader.ts';
import { ownCookie } from '../security/cookies/ownCookie.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';
import { awaitsCode } from '../../shared/flow/messages.ts';

const isAddress = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.address;

/**
 * Whether a flow offers a mailed code as its only method; as a second factor, one mailed to a single address. If the
 * provider sent this code right away, the flow has not been updated since its creation. A sign-in that goes on to a code
 * had another method before.
 */
function namesOnlyMethod(flow: Flow): boolean {
  if (awaitsCode(flow)) return false;
  const { created_at: made, updated_at: changed } = flow as { created_at?: string; updated_at?: string };
  const buttons = flow.ui.nodes.filter((node) => isButton(node) && !isSideStep(node));
  if (buttons.some(({ group }) => group !== nodeGroup.code)) return false;
  if (!('requested_aal' in flow) || flow.requested_aal !== 'aal2')
    return flow.state !== sentEmail && buttons.length === 1;
  return flow.state === sentEmail
    ? made !== undefined && made === changed
    : buttons.filter(isAddress).length === 1;
}

/** The cookie with the id of the flow that offers no other method; kept until the browser is closed. */
const flowCookie = ownCookie('portal_only_method');

/**
 * Whether a mailed code is the only method, so that “use another method” would lead nowhere. Once
 * a code has been requested, the flow lists no other methods even if there are some; a page loaded then (without
 * scripts, every one) reads a cookie that the flow's first page has set.
 */
export function onlyMethodOf(flow: Flow, { cookie, settings }: Visit) {
  const isKnown = flowCookie.read(cookie, settings.PORTAL_URL) === flow.id;
  const onlyMethod = isKnown || namesOnlyMethod(flow);
  return {
    onlyMethod,
    setCookie: onlyMethod && !isKnown ? [flowCookie.keep(flow.id, settings.PORTAL_URL)] : [],
  };
}
