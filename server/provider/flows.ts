import type { FlowKind } from '../../shared/page.ts';
import type { CookieAnswer, KratosFrontend } from './kratos.ts';

/**
 * The parameters that start a browser flow, by their names in its URL. `locale` is the portal's own: the language that the
 * flow's mails are in, for those to which Kratos does not pass on the transient payload.
 */
export type StartQuery = Partial<
  Record<
    | 'return_to'
    | 'login_challenge'
    | 'aal'
    | 'refresh'
    | 'organization'
    | 'after_verification_return_to'
    | 'via'
    | 'identity_schema'
    | 'locale',
    string
  >
>;

type Start = (kratos: KratosFrontend, query: StartQuery, cookie: string | undefined) => Promise<CookieAnswer>;
type Fetch = (kratos: KratosFrontend, id: string, cookie: string | undefined) => Promise<CookieAnswer>;

const withCookie = (cookie: string | undefined) =>
  cookie === undefined ? {} : { headers: { Cookie: cookie } };

/** How each kind of flow is started for a browser. */
export const startFlow: Record<FlowKind, Start> = {
  login: (kratos, query, cookie) =>
    kratos.answer((frontend) =>
      frontend.createBrowserLoginFlow(
        {
          refresh: query.refresh === 'true' ? true : undefined,
          aal: query.aal,
          returnTo: query.return_to,
          loginChallenge: query.login_challenge,
          organization: query.organization,
          via: query.via,
          identitySchema: query.identity_schema,
        },
        withCookie(cookie),
      ),
    ),
  registration: (kratos, query, cookie) =>
    kratos.answer((frontend) =>
      frontend.createBrowserRegistrationFlow(
        {
          returnTo: query.return_to,
          loginChallenge: query.login_challenge,
          afterVerificationReturnTo: query.after_verification_return_to,
          organization: query.organization,
          identitySchema: query.identity_schema,
        },
        withCookie(cookie),
      ),
    ),
  recovery: (kratos, query, cookie) =>
    kratos.answer((frontend) =>
      frontend.createBrowserRecoveryFlow(
        { returnTo: query.return_to },
        { ...withCookie(cookie), params: { locale: query.locale } },
      ),
    ),
  verification: (kratos, query, cookie) =>
    kratos.answer((frontend) =>
      frontend.createBrowserVerificationFlow({ returnTo: query.return_to }, withCookie(cookie)),
    ),
  settings: (kratos, query, cookie) =>
    kratos.answer((frontend) =>
      frontend.createBrowserSettingsFlow({ returnTo: query.return_to }, withCookie(cookie)),
    ),
};

/** How each kind of flow is fetched by its id. */
export const fetchFlow: Record<FlowKind, Fetch> = {
  login: (kratos, id, cookie) =>
    kratos.answer((frontend) => frontend.getLoginFlow({ id }, withCookie(cookie))),
  registration: (kratos, id, cookie) =>
    kratos.answer((frontend) => frontend.getRegistrationFlow({ id }, withCookie(cookie))),
  recovery: (kratos, id, cookie) =>
    kratos.answer((frontend) => frontend.getRecoveryFlow({ id }, withCookie(cookie))),
  verification: (kratos, id, cookie) =>
    kratos.answer((frontend) => frontend.getVerificationFlow({ id }, withCookie(cookie))),
  settings: (kratos, id, cookie) =>
    kratos.answer((frontend) => frontend.getSettingsFlow({ id }, withCookie(cookie))),
};
