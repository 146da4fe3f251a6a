import type { UiText } from '@ory/client';
import { inputAttributes, isHidden } from '../../shared/flow/inputAttributes.ts';
import { isStepUp } from '../../shared/flow/isStepUp.ts';
import type { FlowOf, Notice } from '../../shared/page.ts';
import { loadFlow } from './flowPage.ts';
import { linkTo, purposeOf } from '../pages/links.ts';
import { onlyMethodOf } from './onlyMethod.ts';
import type { Loader, Visit } from '../pages/page.ts';
import { pageUrl } from '../pages/pageUrl.ts';
import { noMethods } from '../../shared/flow/messageId.ts';

/** What a visit says of why it comes; a confirmation has reasons of its own. */
const reasons = ['ended', 'registered'] as const satisfies Notice[];

/** The provider's message for a sign-in without any method. */
const withoutAny: UiText = {
  id: noMethods,
  type: 'error',
  text: 'No authentication methods are available. Please contact the system administrator.',
};

/** Where the card leads beside its form. Only who has logged out can recover an account. */
function linksOf(flow: FlowOf['login'], visit: Visit): Record<string, string> {
  const purpose = purposeOf(flow, visit);
  const recovery = linkTo('recovery', purpose, visit);
  if (!isStepUp(flow))
    return { signupUrl: linkTo('registration', purpose, visit), forgotPasswordUrl: recovery };
  const logoutTo = (next: string): string => pageUrl('/logout', { return_to: visit.url, next });
  const asksPassword = flow.ui.nodes.some((node) => inputAttributes(node)?.name === 'password');
  return {
    logoutUrl: logoutTo(linkTo('login', purpose, visit)),
    ...(asksPassword && { forgotPasswordUrl: logoutTo(recovery) }),
  };
}

/** Tells that no method is offered, as for an organization without single sign-on, where the provider says nothing. */
function withoutMethods(flow: FlowOf['login']): FlowOf['login'] {
  const { nodes, messages } = flow.ui;
  if (flow.requested_aal === 'aal2' || !nodes.every(isHidden) || messages?.length) return flow;
  return { ...flow, ui: { ...flow.ui, messages: [withoutAny] } };
}

/** `GET /login`: sign in, confirm who one is (`refresh`), or pass a second factor (`aal=aal2`). */
export const login: Loader = async (visit) => {
  const loaded = await loadFlow('login', visit);
  if ('redirect' in loaded) return loaded;
  const flow = withoutMethods(loaded.flow);
  const { onlyMethod, setCookie } = onlyMethodOf(flow, visit);
  const reason = isStepUp(flow) ? undefined : reasons.find((name) => visit.query.has(name));
  const notice = loaded.notice ?? reason;
  const props = {
    flow,
    ...(notice && { notice }),
    ...(onlyMethod && { onlyMethod }),
    ...linksOf(flow, visit),
  };
  return { page: { name: 'login', props }, setCookie: [...loaded.setCookie, ...setCookie] };
};
