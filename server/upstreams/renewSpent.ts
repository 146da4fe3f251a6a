import { classify } from '../../shared/flow/classify.ts';
import { needsNewCode } from '../../shared/flow/messages.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowOf } from '../../shared/page.ts';
import { fetchFlow, startFlow } from './flows.ts';
import type { KratosFrontend } from './kratos.ts';

/**
 * Creates the function that begins a browser's sign-in or sign-up again, for the same purpose, if its mailed codes no longer
 * work; otherwise it returns undefined.
 */
export const renewSpent =
  (kratos: KratosFrontend) =>
  async (
    kind: 'login' | 'registration',
    id: string,
    cookie: string | undefined,
  ): Promise<FlowOf['login' | 'registration'] | undefined> => {
    const found = classify(kind, await kratos.answer(fetchFlow[kind](id), { cookie }));
    if (found.kind !== 'flow' || found.flow.type === 'api' || !needsNewCode(found.flow)) return undefined;
    const {
      request_url,
      return_to,
      oauth2_login_challenge: login_challenge,
    } = found.flow as FlowOf[typeof kind];
    const query = { ...Object.fromEntries(startQuery(request_url)), return_to, login_challenge };
    const begun = classify(kind, await kratos.answer(startFlow[kind](query), { cookie }));
    return begun.kind === 'flow' ? (begun.flow as FlowOf[typeof kind]) : undefined;
  };

/** Begins a sign-in or sign-up again whose codes no longer work. */
export type RenewSpent = ReturnType<typeof renewSpent>;
