import type { FlowKind } from '../../shared/page.ts';
import type { BuiltRequest, ProviderRequest } from './providerRequest.ts';
import { frontendRequests } from './requests.ts';

/**
 * The parameters that start a browser flow, by their names in its URL. `locale` is the portal's own: the language of
 * the flow's mails for which Kratos drops the transient payload.
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

/** Builds the request that starts a flow of each kind for a browser. */
export const startFlow: Record<FlowKind, (query: StartQuery) => BuiltRequest> = {
  login: (query) =>
    frontendRequests.createBrowserLoginFlow(
      query.refresh === 'true' ? true : undefined,
      query.aal,
      query.return_to,
      undefined, // the transport adds the cookie
      query.login_challenge,
      query.organization,
      query.via,
      query.identity_schema,
    ),
  registration: (query) =>
    frontendRequests.createBrowserRegistrationFlow(
      query.return_to,
      query.login_challenge,
      query.after_verification_return_to,
      query.organization,
      query.identity_schema,
    ),
  recovery: ({ return_to, locale }) =>
    frontendRequests.createBrowserRecoveryFlow(return_to, undefined, { params: { locale } }),
  verification: ({ return_to }) => frontendRequests.createBrowserVerificationFlow(return_to),
  settings: ({ return_to }) => frontendRequests.createBrowserSettingsFlow(return_to),
};

/** Stands for the id in a request that is built once: building it again costs more than sending it. */
const anyId = 'any-id';

/** Returns a builder of a request that differs in its id alone. @param built the request for `anyId` */
const withId =
  (built: BuiltRequest) =>
  async (id: string): Promise<ProviderRequest> => {
    const { url, options } = await built;
    return { url: url.replace(anyId, () => encodeURIComponent(id)), options };
  };

/** Builds the request that fetches a flow of each kind by its id. */
export const fetchFlow: Record<FlowKind, (id: string) => BuiltRequest> = {
  login: withId(frontendRequests.getLoginFlow(anyId)),
  registration: withId(frontendRequests.getRegistrationFlow(anyId)),
  recovery: withId(frontendRequests.getRecoveryFlow(anyId)),
  verification: withId(frontendRequests.getVerificationFlow(anyId)),
  settings: withId(frontendRequests.getSettingsFlow(anyId)),
};
