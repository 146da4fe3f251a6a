import type { FlowKind } from '../../shared/page.ts';

/** The provider's servers, each with a URL of its own. */
export type Upstream =
  | 'kratosPublic'
  | 'kratosAdmin'
  | 'hydraPublic'
  | 'hydraAdmin'
  | 'ketoRead'
  | 'ketoWrite'
  | 'ketoOpl'
  | 'projects'
  | 'network';

/** The setting with each upstream's URL; only an Ory Network project serves `network`. */
export const upstreamSettings = {
  kratosPublic: 'KRATOS_PUBLIC_URL',
  kratosAdmin: 'KRATOS_ADMIN_URL',
  hydraPublic: 'HYDRA_PUBLIC_URL',
  hydraAdmin: 'HYDRA_ADMIN_URL',
  ketoRead: 'KETO_READ_URL',
  ketoWrite: 'KETO_WRITE_URL',
  ketoOpl: 'KETO_OPL_URL',
  projects: 'ORY_PROJECTS_URL',
  network: 'ORY_SDK_URL',
} as const satisfies Record<Upstream, string>;

/**
 * Who may call an operation: anybody with the credentials that it asks for itself (`public`), the owner of a session
 * (`session`: the provider checks its cookie or token), or an admin of the portal (`admin`).
 */
type Access = 'public' | 'session' | 'admin';

/** The methods of operations. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One parameter of an operation, as the provider's API description names it. */
export interface Parameter {
  /** The name on the wire. */
  name: string;
  in: 'path' | 'query' | 'header' | 'form';
  /** Its name in the provider's client, used in error messages. */
  argument: string;
  type: 'string' | 'number' | 'boolean' | 'string[]';
  required: boolean;
  /** A query parameter that may replace this required one. */
  unless?: string;
  /** It is left out if this other query parameter is missing or empty. */
  onlyWith?: string;
  /** The smallest number allowed; any whole number without it. */
  min?: number;
  /** The largest number allowed. */
  max?: number;
  /** The most characters allowed. */
  maxLength?: number;
  /** It is the provider's token for a page of a list, which it seals with a nonce. */
  sealed?: true;
  /** The allowed values, if it is an enumeration. */
  values?: readonly string[];
}

/**
 * How a page of another origin may make a browser call an operation: by a link or redirect in a tab (`visit`), the same
 * in a frame (`frame`), a form that is posted in a tab (`formPost`), or a script that CORS allows to read the answer
 * (`cors`). Images, scripts and fetches without CORS (`embed`) are named by no row.
 */
export type OtherSiteUse = 'visit' | 'frame' | 'formPost' | 'cors' | 'embed';

/**
 * The limits on a call that an OAuth2 client authenticates: only on wrong secrets, or also on device authorisations.
 */
export type ClientLimit = 'secrets' | 'devices';

/**
 * Where a change names the identities that it acts on: in the path; as the owner of the session there; in a field of the body or of
 * the query; as the sessions or identities of a list in the body; or only in the answer, or its `Location`.
 */
type ActsOn =
  'path' | 'session' | 'body.identity_id' | 'body.subject' | 'query.subject' | 'list' | 'answer' | 'location';

/** The body that an operation takes. */
export interface Body {
  argument: string;
  types: readonly string[];
  required: boolean;
}

/** A field of a body or an answer that is an enumeration. It is shown, not checked: newer providers have more values. */
export interface EnumeratedField {
  /** Its path in the document; `[]` stands for the items of a list. */
  name: string;
  in: 'body' | 'answer';
  values: readonly string[];
}

/** One call of the provider's API. */
export interface OperationOf<Name extends string> extends Facts {
  /** The name of the call in the provider's client. */
  operation: Name;
}

/** What the portal knows of a call. */
export interface Facts {
  api: string;
  method: Method;
  /** The path; `{x}` stands for one non-empty segment. */
  path: string;
  upstream: Upstream;
  access: Access;
  parameters: readonly Parameter[];
  body?: Body;
  /** Its enumerated fields. */
  fields?: readonly EnumeratedField[];
  /** The upstream's path, if it differs from the client's; such a path has no parameters. */
  forwardAs?: string;
  /** Clients may request only the headers of its answer, with HEAD. */
  head?: true;
  /** The identities whose history it belongs in. */
  actsOn?: ActsOn;
  /** The portal reads the body before it is sent on: it has a session's token, for example. */
  readsBody?: true;
  /** Its form is redirected to the same path as a query: Hydra keeps only the query until the user has signed in. */
  formAsQuery?: true;
  /** It may take minutes, so PROVIDER_TIMEOUT_MS does not apply. */
  long?: true;
  /** The answer says which version of the provider runs. */
  revealsVersion?: true;
  /** The kind of flow that it begins. */
  begins?: FlowKind;
  /** The kind of flow whose form it submits, and may finish; the provider reads fields from a link's query as well. */
  submits?: FlowKind;
  /** The kind of flow that it may finish otherwise. Kratos does not say which return from a social provider was a sign-up. */
  finishes?: FlowKind;
  /** An application registers itself with it (RFC 7591, RFC 7592). */
  registersClient?: true;
  /** The portal's limits read its answer before it is sent on. */
  readsAnswer?: true;
  /** How pages of other origins may call it; not at all by default. */
  fromOtherSites?: readonly OtherSiteUse[];
  /** An OAuth2 client authenticates it, with a form. */
  clientLimit?: ClientLimit;
  /** The query may only contain the listed parameters. */
  closedQuery?: true;
  /**
   * The answer is the same for everybody, and browsers may cache it as the provider says; with `by-integrity` also if the
   * provider says otherwise, if the URL's parameter `integrity` names its hash, without which they do not run it.
   */
  cacheable?: true | 'by-integrity';
}
