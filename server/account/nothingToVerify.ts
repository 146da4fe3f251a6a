import type { UiNode, UiText } from '@ory/client';
import { passedChallenge } from '../../shared/flow/flowState.ts';
import { proceed, signIn, verificationDone } from '../../shared/flow/messageId.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import type { FlowOf } from '../../shared/page.ts';

/** The title of a link to the sign-in. */
const toSignIn: UiText = { id: signIn, type: 'info', text: 'Sign in' };

/** A link that leads on, as Kratos adds it to a verification that is done. @param title of its own, unless the page names it */
const link = (href: string, title?: UiText): UiNode => {
  const label = title ?? { id: proceed, type: 'info', text: 'Continue' };
  return {
    type: 'a',
    group: nodeGroup.code,
    attributes: { node_type: 'a', id: 'continue', href, title: label },
    messages: [],
    meta: { label },
  };
};

/**
 * Returns a verification that has just begun, but in which nothing is left to do, as one that is done: with a link that leads
 * on in place of the form. A used code or link is no error then.
 *
 * @param signInUrl where somebody who is not signed in continues
 */
export function nothingToVerify(
  flow: FlowOf['verification'],
  signInUrl: string | undefined,
  portalUrl: string,
): FlowOf['verification'] {
  const messages = flow.ui.messages
    ?.filter(({ id }) => id === verificationDone)
    .map((text): UiText => ({ ...text, type: 'success' }));
  const next = signInUrl === undefined ? link(flow.return_to ?? `${portalUrl}/`) : link(signInUrl, toSignIn);
  return { ...flow, state: passedChallenge, ui: { ...flow.ui, messages, nodes: [next] } };
}
