import type { Session } from '@ory/client';
import { givenMethods, otherSessions, type OwnSessions, type SessionSummary } from '../../shared/sessions.ts';
import type { KratosFrontend } from './kratos.ts';
import { frontendRequests } from './requests.ts';
import type { Visitor } from './session.ts';

/** Kratos' largest page size; nobody has more sessions. */
const perPage = 250;

/** Returns what the settings show of a session: there may be hundreds, and all of it is in the page. */
const summary = (session: Session): SessionSummary => {
  const { id, authenticated_at, issued_at, devices } = session;
  return {
    id,
    authenticated_at,
    issued_at: authenticated_at === undefined ? issued_at : undefined,
    authentication_methods: givenMethods(session).map(({ method }) => ({ method })),
    devices: devices?.slice(0, 1),
  };
};

interface OwnSessionsOptions {
  kratos: KratosFrontend;
  cookie: string | undefined;
  visitor: () => Promise<Visitor>;
}

/** Lists a user's sessions other than the current one; undefined if the provider gives no usable answer. */
export async function listOthers(
  { kratos, cookie }: Pick<OwnSessionsOptions, 'kratos' | 'cookie'>,
  current: Session,
): Promise<SessionSummary[] | undefined> {
  const { status, body } = await kratos.answer(frontendRequests.listMySessions(perPage), { cookie });
  return status === 200 && Array.isArray(body) ? otherSessions(body, current).map(summary) : undefined;
}

/**
 * Lists the sessions of the signed-in user.
 *
 * @returns undefined if nobody is signed in, or the provider gives no usable answer
 */
export async function ownSessions(options: OwnSessionsOptions): Promise<OwnSessions | undefined> {
  const who = await options.visitor();
  const others = who.kind === 'signedIn' ? await listOthers(options, who.session) : undefined;
  return who.kind === 'signedIn' && others ? { current: summary(who.session), others } : undefined;
}

/** Ends the signed-in user's other sessions. If the provider fails to, the settings still list them. */
export async function endOtherSessions({
  kratos,
  cookie,
}: Pick<OwnSessionsOptions, 'kratos' | 'cookie'>): Promise<void> {
  await kratos.answer(frontendRequests.disableMyOtherSessions(), { cookie });
}
