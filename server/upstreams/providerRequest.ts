import { withQuery } from '../../shared/flow/pagePath.ts';

/** A request of the provider's API, as the builders of @ory/client describe it. */
export interface ProviderRequest {
  /** The path behind the upstream's URL, with its query. */
  url: string;
  options: {
    method?: string;
    headers?: object;
    /** Further query parameters, which the contract does not name; undefined ones are left out. */
    params?: Record<string, string | undefined>;
    data?: unknown;
  };
}

/** A request, or one still being built. */
export type BuiltRequest = ProviderRequest | Promise<ProviderRequest>;

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Adds parameters to the query of a URL. */
function withParams(url: string, params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return withQuery(url, new URLSearchParams(given));
}

/** Returns what to send for a request that a builder has made. */
export async function sentRequest(built: BuiltRequest): Promise<SentRequest> {
  const { url, options } = await built;
  const { method = 'GET', headers = {}, params, data } = options;
  return {
    method,
    path: params ? withParams(url, params) : url,
    headers: headers as Record<string, string>,
    body: data as string | undefined,
  };
}
