import type { LoginFlow } from '@ory/client';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { plainText } from '../../../shared/plainText.ts';

/**
 * The application that an OAuth2 sign-in is for.
 *
 * @returns its name, else its home page; empty if it has neither; undefined without an OAuth2 request
 */
export function clientName(flow: LoginFlow): string | undefined {
  const { oauth2_login_request: request } = flow;
  if (!request) return undefined;
  const { client_name: name, client_uri: uri } = fieldsOf(request.client);
  return plainText(textIn(name) ?? textIn(uri) ?? '');
}
