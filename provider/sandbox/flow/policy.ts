import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { isRemembered, type Records } from '../store/records.ts';
import { arrivalOf } from './arrival.ts';
import { promptsOf } from './requestUrl.ts';
import { rememberedConsent } from './rememberedConsent.ts';

const { Check, Prompt } = interactionPolicy;

/**
 * Returns the subject of this browser's login session; undefined if there is none, or the request asks for a new
 * login.
 */
export function sessionSubject({ oidc, req }: KoaContextWithOIDC, records: Records): string | undefined {
  const { session } = oidc;
  const login = session && records.loginSessions.get(session.uid);
  if (!session?.accountId || !login || !isRemembered(login)) return undefined;
  if (promptsOf(arrivalOf(req).url.href).includes('login')) return undefined;
  const maxAge = arrivalOf(req).url.searchParams.get('max_age');
  // in whole seconds: a sign-in of this very second is older than 0
  if (maxAge !== null && session.past(Number(maxAge) - 1)) return undefined;
  const hinted = oidc.entities.IdTokenHint?.payload.sub;
  return hinted === undefined || hinted === session.accountId ? session.accountId : undefined;
}

/**
 * Returns the login request whose verifier the browser has brought back. @throws SessionNotFound when there is none
 */
export function loginOf({ req }: KoaContextWithOIDC, records: Records) {
  const id = arrivalOf(req).url.searchParams.get('login_verifier');
  const login = id === null ? undefined : records.logins.get(id);
  if (!login) throw new errors.SessionNotFound('login request not found');
  return login;
}

/**
 * Asks for a login and then for a consent in every authorization request, like Hydra; the pages skip remembered ones.
 */
export function policy(records: Records): interactionPolicy.Prompt[] {
  const login = new Check('every_request', 'Hydra asks for each', 'login_required', (context) => {
    const { oidc, req } = context;
    if (oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
    const isSilent = promptsOf(arrivalOf(req).url.href).includes('none');
    if (isSilent && sessionSubject(context, records) === undefined)
      throw new errors.LoginRequired('Prompt none was requested, but no existing login session was found');
    // the pages handle `prompt` from here on; oidc-provider has dropped offline_access if it is not `consent`
    if (oidc.params) {
      oidc.params.prompt = undefined;
      oidc.params.scope = arrivalOf(req).url.searchParams.get('scope') ?? oidc.params.scope;
    }
    return Check.REQUEST_PROMPT;
  });
  const consent = new Check('every_request', 'Hydra asks for each', 'consent_required', (context) => {
    if (context.oidc.result?.consent) return Check.NO_NEED_TO_PROMPT;
    const { request, clientId } = loginOf(context, records);
    const subject = context.oidc.session?.accountId ?? '';
    if (
      promptsOf(request.request_url).includes('none') &&
      !rememberedConsent(records, { subject, clientId, scopes: request.requested_scope })
    )
      throw new errors.ConsentRequired('Prompt none was requested, but no previous consent was found');
    return Check.REQUEST_PROMPT;
  });
  return [
    new Prompt({ name: 'login', requestable: true }, login),
    new Prompt({ name: 'consent', requestable: true }, consent),
  ];
}
