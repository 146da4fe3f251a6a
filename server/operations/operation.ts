/** The provider's servers, each of which the portal reaches at a URL of its own. */
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

/** The setting that holds each upstream's URL; `network` is what only an Ory Network project serves. */
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
 * Who may call: anybody with the credentials that the operation itself asks for (`public`), the owner of a session
 * (`session`: its cookie or token decides at the provider), or an admin of the portal (`admin`).
 */
type Access = 'public' | 'session' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One parameter of an operation, as the provider's API description names it. */
export interface Parameter {
  /** The name on the wire. */
  name: string;
  in: 'path' | 'query' | 'header' | 'form';
  /** The name of the same parameter in the provider's client, which error messages speak of. */
  argument: string;
  type: 'string' | 'number' | 'boolean' | 'string[]';
  required: boolean;
  /** Another query parameter that may be given instead of this required one. */
  unless?: string;
  /** The values that it may have, where they are an enumeration. */
  values?: readonly string[];
}

/** The body that an operation takes. */
export interface Body {
  argument: string;
  types: readonly string[];
  required: boolean;
}

/** One call of the provider's API. */
export interface Operation {
  api: string;
  /** The name of the call in the provider's client. */
  operation: string;
  method: Method;
  /** The path; `{x}` stands for one segment that is not empty. */
  path: string;
  upstream: Upstream;
  access: Access;
  parameters: readonly Parameter[];
  body?: Body;
  /** Where the upstream serves it, if that is another path than the client's; it has no parameters then. */
  forwardAs?: string;
  /** It may take minutes, so PROVIDER_TIMEOUT_MS does not apply. */
  long?: true;
  /** Its answer is the same for everybody, and may be kept by browsers as the provider says. */
  cacheable?: true;
}

/** A row of an API's table: what the API's rows have in common stands above them. */
export type Row = Omit<Operation, 'api' | 'upstream' | 'access' | 'parameters'> &
  Partial<Pick<Operation, 'upstream' | 'access' | 'parameters'>>;

/**
 * An API's operations from its table.
 *
 * @param common what holds for each row that does not say otherwise
 * @param rows one a call
 */
export function operationsOf(
  common: Pick<Operation, 'api' | 'upstream' | 'access'>,
  rows: readonly Row[],
): readonly Operation[] {
  return rows.map((row) => ({ ...common, parameters: [], ...row }));
}
