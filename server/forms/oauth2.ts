import { fieldsOf, textIn } from '../../shared/fields.ts';
import { formOf } from '../gateway/checks/readSubmission.ts';
import type { AnswerHead } from '../gateway/forward/exchange.ts';
import type { WholeAnswer } from '../gateway/forward/wholeAnswer.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { parseQuery } from '../http/requestHead.ts';
import type { OperationName } from '../operations/catalogue.ts';
import { justSignedOut } from '../security/cookies/notices.ts';
import {
  bringsVerifier,
  queryWithoutVerifiers,
  restartedRequest,
} from '../security/cookies/restartedRequest.ts';
import type { Pair } from '../security/submission/submission.ts';
import { isDocumentId } from '../upstreams/clientDocuments/documentUrl.ts';
import { withAddress, withName } from '../upstreams/clientDocuments/localhost.ts';
import type { FormOptions, FormVisit, StepsOf } from './visit.ts';

/** Makes the sign-in page say 'You are signed out.' after a logout at Hydra without a session. */
function logoutSteps({ request }: FormVisit, { cookies, portalUrl }: FormOptions): Steps {
  if (cookies.session(request.headers.cookie) !== undefined) return {};
  const signIn = `${portalUrl}/login`;
  return {
    cookies: [
      (answer) =>
        redirectTarget(answer, portalUrl)?.href === signIn ? justSignedOut.set(portalUrl) : undefined,
    ],
  };
}

/** Hydra's errors about an answer that it can no longer use; its hints name the verifier that carried it. */
const isAnswerLost = (parameters: URLSearchParams): boolean =>
  ['request_forbidden', 'request_unauthorized'].includes(parameters.get('error') ?? '') ||
  (parameters.get('error') === 'access_denied' &&
    (parameters.get('error_description') ?? '').includes('verifier'));

/** Whether Hydra sends a browser on to the application with what it asked for: another tab may begin the request again then. */
const isAnswered = (answer: AnswerHead, portalUrl: string): boolean => {
  const url = redirectTarget(answer, portalUrl);
  return url !== undefined && url.origin !== portalUrl && !url.searchParams.has('error');
};

/** The error for a resource that cannot be had (RFC 8707, section 2). */
const invalidTarget = {
  error: 'invalid_target',
  error_description: 'The client may not have an access token for the requested resource.',
};

/** An audience that no client has. */
const nobodys = '#';

/** Whether Hydra refuses the audience of a request. */
const isAudienceRefused = (error: unknown, description: unknown): boolean =>
  error === 'invalid_request' && /requested audience/i.test(String(description));

/** Returns the audience for a `resource`: an absolute URI without a fragment (RFC 8707, section 2). */
const audienceFor = (resource: string): string =>
  URL.canParse(resource) && !/[\s#]/.test(resource) ? resource : nobodys;

/** Returns parameters with the resources that they name as audiences, as Hydra calls them; undefined if they name none. */
function withAudience(pairs: Iterable<Pair>): Pair[] | undefined {
  const list = [...pairs];
  if (!list.some(([name]) => name === 'resource')) return undefined;
  return list.map(([name, value]) =>
    name === 'resource' ? ['audience', audienceFor(value)] : [name, value],
  );
}

/**
 * Begins an application's request again, once, if Hydra can no longer use the answer to it: because another tab has begun
 * or answered one meanwhile, or the page has been answered twice. A request for resources is made one for audiences.
 */
function requestSteps({ call, request }: FormVisit, { portalUrl, oauth2 }: FormOptions): Steps {
  const { path, query } = call;
  if (bringsVerifier(query)) {
    if (restartedRequest.isIn(request.headers.cookie, query, portalUrl))
      return {
        cookies: [
          (answer) => (isAnswered(answer, portalUrl) ? restartedRequest.expired(portalUrl) : undefined),
        ],
      };
    return {
      rewriteRedirect: (answer) => {
        const url = redirectTarget(answer, portalUrl);
        if (!url || !isAnswerLost(url.searchParams)) return undefined;
        return {
          location: `${path}?${queryWithoutVerifiers(query)}`,
          setCookie: restartedRequest.keep(query, portalUrl),
        };
      },
    };
  }
  const asked = oauth2?.resources.length ? withAudience(parseQuery(query)) : undefined;
  if (!asked) return {};
  return {
    call: { ...call, query: formOf(asked) },
    rewriteRedirect: (answer) => {
      const url = redirectTarget(answer, portalUrl);
      // an answer may be in the query or, of other response types, in the fragment
      const inFragment = new URLSearchParams(url?.hash.slice(1));
      const parameters = inFragment.has('error') ? inFragment : url?.searchParams;
      if (!url || !parameters) return undefined;
      if (!isAudienceRefused(parameters.get('error'), parameters.get('error_description'))) return undefined;
      for (const [name, value] of Object.entries(invalidTarget)) parameters.set(name, value);
      if (parameters === inFragment) url.hash = inFragment.toString();
      return { location: url.href };
    },
  };
}

/** Leads the browser to an agent at `localhost` as the agent has named it, beside what a request needs otherwise. */
function authorizeSteps(visit: FormVisit, options: FormOptions): Steps {
  const steps = requestSteps(visit, options);
  if (!options.oauth2?.acceptsDocuments) return steps;
  return {
    ...steps,
    rewriteRedirect: (answer) => {
      const rewritten = steps.rewriteRedirect?.(answer);
      const location = rewritten?.location ?? answer.headers.location ?? '';
      const named = withName(location);
      return named === location ? rewritten : { ...rewritten, location: named };
    },
  };
}

/** Returns an answer with another JSON body. */
const withBody = (answer: WholeAnswer, json: object, statusCode = answer.statusCode): WholeAnswer => ({
  ...answer,
  statusCode,
  body: Buffer.from(JSON.stringify(json)),
});

/** Whether a token's audience has all of the resources that a request names. */
const coversAll = (audience: unknown, resources: readonly string[]): boolean =>
  resources.every((resource) => [audience].flat().includes(resource));

/**
 * Makes a token request for resources one for audiences. With a code or a refresh token, Hydra always gives the audience that
 * was granted: a token without a requested resource is not passed on, and a refresh token for others is not used up.
 */
async function tokenSteps({ submission }: FormVisit, { oauth2 }: FormOptions): Promise<Steps> {
  const pairs = submission?.pairs ?? [];
  const valuesOf = (name: string): string[] => pairs.flatMap(([one, value]) => (one === name ? [value] : []));
  const [client = ''] = valuesOf('client_id');
  const used = oauth2?.acceptsDocuments && isDocumentId(client) ? client : undefined;
  const resources = oauth2?.resources.length ? valuesOf('resource') : [];
  if (resources.length === 0 && used === undefined) return {};
  const [refreshToken] = valuesOf('refresh_token');
  const granted = resources.length > 0 && refreshToken ? await oauth2?.audienceOf?.(refreshToken) : undefined;
  const isRefused = granted !== undefined && !coversAll(granted, resources);
  const namesLocalhost = valuesOf('redirect_uri').some((uri) => withAddress(uri) !== uri);
  const isRenamed = namesLocalhost && used !== undefined && (await oauth2?.isOperators(used)) === false;
  const asked = resources.length > 0 ? withAudience(pairs) : undefined;
  const sent = (asked ?? pairs)
    // without the token, Hydra still checks who the client is, and replaces nothing
    .filter(([name]) => !isRefused || name !== 'refresh_token')
    .map(([name, value]): Pair => [name, isRenamed && name === 'redirect_uri' ? withAddress(value) : value]);
  return {
    ...((asked ?? isRenamed) && { body: { text: formOf(sent) } }),
    readAnswer: async (answer) => {
      const { error, error_description: description, access_token: token } = fieldsOf(jsonIn(answer.body));
      if (isRefused) return withBody(answer, invalidTarget, 400);
      if (isAudienceRefused(error, description)) return withBody(answer, invalidTarget);
      if (answer.statusCode !== 200) return answer;
      if (used !== undefined) oauth2?.noteUse(used);
      if (resources.length === 0) return answer;
      const audience = await oauth2?.audienceOf?.(textIn(token) ?? '');
      return coversAll(audience, resources) ? answer : withBody(answer, invalidTarget, 400);
    },
  };
}

/** Announces what the portal adds to Hydra (RFC 8414, section 2; RFC 9728, section 4). */
const metadataSteps: StepsOf = ({ request }, { oauth2 }) => {
  const { acceptsDocuments = false, saysContext = false, resources = [] } = oauth2 ?? {};
  const isOn = acceptsDocuments || saysContext || resources.length > 0;
  if (!isOn || request.method !== 'GET') return {};
  const added = {
    ...(acceptsDocuments && { client_id_metadata_document_supported: true }),
    ...(saysContext && { acr_values_supported: ['aal1', 'aal2', 'phr'] }),
    ...(resources.length > 0 && { protected_resources: resources }),
  };
  return {
    readAnswer: (answer) =>
      answer.statusCode === 200 ? withBody(answer, { ...fieldsOf(jsonIn(answer.body)), ...added }) : answer,
  };
};

/** Names how a token's owner signed in where APIs look for it (RFC 9470, section 6.2). */
const introspectionSteps: StepsOf = (_visit, { oauth2 }) =>
  oauth2?.saysContext
    ? {
        readAnswer: (answer) => {
          const fields = fieldsOf(jsonIn(answer.body));
          const { acr, amr, auth_time } = fieldsOf(fields.ext);
          return fields.active === true ? withBody(answer, { acr, amr, auth_time, ...fields }) : answer;
        },
      }
    : {};

/** The steps of the operations of Hydra that applications call. */
export const oauth2Steps: Partial<Record<OperationName, StepsOf>> = {
  oAuth2Authorize: authorizeSteps,
  oauth2TokenExchange: tokenSteps,
  introspectOAuth2Token: introspectionSteps,
  discoverOidcConfiguration: metadataSteps,
  discoverOAuth2Server: metadataSteps,
  revokeOidcSession: logoutSteps,
};
