import type { Session, UiNode } from '@ory/client';
import { classify } from '../../shared/flow/classify.ts';
import { isButton } from '../../shared/flow/inputAttributes.ts';
import { removePasskey } from '../../shared/flow/messageId.ts';
import type { PasskeyOffer } from '../../shared/page.ts';
import { isPrivileged } from '../../shared/sessions.ts';
import type { Visit } from '../pages/loader.ts';
import { startFlow } from '../upstreams/flows.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

/** Remembers that the user of this browser has declined the offer. It says nothing about the user. */
export const declinedCookie = ownCookie('portal_no_passkey_offer', oneYear);

/** Whether a session began with a password, recently enough to still be privileged. */
const hasJustUsedPassword = (session: Session): boolean =>
  isPrivileged(session) &&
  (session.authentication_methods ?? []).some(({ method }) => method === nodeGroup.password);

/** The passkey's own nodes, the token, and the script, which is in the security keys' group. */
const isNeeded = ({ group, attributes }: UiNode): boolean =>
  group === nodeGroup.passkey ||
  (group === nodeGroup.webauthn && attributes.node_type === 'script') ||
  ('name' in attributes && attributes.name === nodeName.csrfToken);

/**
 * The form that creates a passkey, for the home page after a sign-in with a password. Home is where a sign-in without
 * a purpose ends: the offer never stands between a user and a `return_to` or an OAuth2 application.
 *
 * @returns no offer if the user declined it on this device or has a passkey, or if the provider offers none
 */
export async function passkeyOffer({
  cookie,
  kratos,
  visitor,
  settings,
}: Visit): Promise<{ offer?: PasskeyOffer; setCookie?: string[] }> {
  if (declinedCookie.read(cookie, settings.PORTAL_URL) === '1') return {};
  const who = await visitor();
  if (who.kind !== 'signedIn' || !hasJustUsedPassword(who.session)) return {};
  // the passkey leads back here
  const answer = await kratos.answer(startFlow.settings({ return_to: `${settings.PORTAL_URL}/` }), {
    cookie,
  });
  const outcome = classify('settings', answer);
  if (outcome.kind !== 'flow') return {};
  const { ui } = outcome.flow;
  const nodes = ui.nodes.filter(isNeeded);
  const hasPasskey = nodes.some(({ meta }) => meta.label?.id === removePasskey);
  if (hasPasskey || !nodes.some(isButton)) return {};
  return { offer: { ui: { ...ui, nodes } }, setCookie: answer.setCookie };
}
