import { shownVerification } from '../../shared/flow/shownVerification.ts';
import { classify, type Outcome } from '../../shared/flow/classify.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { failureError } from '../upstreams/upstreamErrors.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { pageUrl } from '../urls/paths.ts';
import type { WholeAnswer } from '../gateway/forward/wholeAnswer.ts';
import { isRedirect, redirected } from '../gateway/redirects.ts';
import type { SentForm } from './visit.ts';

/** Returns where a browser continues after a change. @throws PortalError if Kratos gave no usable answer */
function nextPage(outcome: Outcome, flow: string): string {
  switch (outcome.kind) {
    case 'done':
      return outcome.next ?? pageUrl('/settings', { flow });
    case 'navigate':
      return outcome.url;
    case 'signedOut':
      return '/login';
    case 'failure':
      throw failureError(outcome);
    case 'restart':
      return pageUrl('/settings', { flow: outcome.flowId ?? flow });
    default:
      return pageUrl('/settings', { flow });
  }
}

interface ProfileSent extends Pick<BrowserCookies, 'flowAddress' | 'typedFields'> {
  form: SentForm;
  /** Whether the browser itself shows the answer. */
  isNavigation: boolean;
}

/**
 * Leads on to the verification that a changed address has begun, and keeps the address for it. Only Kratos' JSON names that
 * verification, so the gateway asks for JSON and redirects a browser itself. What was typed is kept if the change has to be
 * confirmed first: it is then sent again, because Kratos would go on with it in a redirect that names no verification.
 */
export const followProfile =
  ({ form, isNavigation, flowAddress, typedFields }: ProfileSent) =>
  (answer: WholeAnswer): WholeAnswer => {
    const body = jsonIn(answer.body);
    const outcome = classify('settings', { status: answer.statusCode, body });
    const { id = '', address = '' } = shownVerification(body) ?? {};
    const kept =
      outcome.kind === 'navigate' ? typedFields.keep(form.flow, form.typed) : flowAddress.keep(id, address);
    const rawHeaders = kept === undefined ? answer.rawHeaders : [...answer.rawHeaders, 'Set-Cookie', kept];
    if (!isNavigation || isRedirect(answer)) return { ...answer, rawHeaders };
    const location = nextPage(outcome, form.flow);
    return redirected({ ...answer, rawHeaders }, 303, location);
  };
