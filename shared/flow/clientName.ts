import type { LoginFlow } from '@ory/client';

/** The contract requires `client`; a provider that could not fetch it sends none. */
interface LoginRequest {
  client?: { client_name?: string; client_uri?: string };
}

/**
 * The application that an OAuth2 sign-in is for.
 *
 * @returns its name, else its home page; empty where it has neither; undefined where no OAuth2 request is attached
 */
export function clientName(flow: LoginFlow): string | undefined {
  const request: LoginRequest | undefined = flow.oauth2_login_request;
  if (!request) return undefined;
  return [request.client?.client_name, request.client?.client_uri].find(Boolean) ?? '';
}
