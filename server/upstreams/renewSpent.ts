import { classify } from '../../shared/flow/classify.ts';
import { needsNewCode } from '../../shared/flow/messages.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowOf } from '../../shared/page.ts';
import { fetchFlow, startFlow } from './flows.ts';
import type { KratosFrontend } from './kratos.ts';

/** What takes the place of a flow whose mailed codes no longer work. */
export interface Renewed {
  /** It has begun, for the same purpose. */
  flow?: FlowOf['login' | 'registration'];
  /** The parameters with which the page of a second factor begins it: Kratos mails its code at once, and the page is limited. */
  secondFactor?: Record<string, string | undefined>;
}

/**
 * Creates the function that begins a browser's sign-in or sign-up again if its mailed codes no longer work; otherwise it returns
 * undefined.
 */
export const renewSpent =
  (kratos: KratosFrontend) =>
  async (
    kind: 'login' | 'registration',
    id: string,
    cookie: string | undefined,
  ): Promise<Renewed | undefined> => {
    const found = classify(kind, await kratos.answer(fetchFlow[kind](id), { cookie }));
    if (found.kind !== 'flow' || found.flow.type === 'api' || !needsNewCode(found.flow)) return undefined;
    const {
      request_url,
      return_to,
      oauth2_login_challenge: login_challenge,
      requested_aal,
    } = found.flow as FlowOf['login'];
    const query = { ...Object.fromEntries(startQuery(request_url)), return_to, login_challenge };
    if (requested_aal === 'aal2') return { secondFactor: { ...query, aal: 'aal2' } };
    const begun = classify(kind, await kratos.answer(startFlow[kind](query), { cookie }));
    return begun.kind === 'flow' ? { flow: begun.flow as FlowOf[typeof kind] } : undefined;
  };

/** Begins a sign-in or sign-up again whose codes no longer work. */
export type RenewSpent = ReturnType<typeof renewSpent>;
