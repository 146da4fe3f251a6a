import type { LoginFlow } from '@ory/client';
import { fieldsOf, textIn } from '../../../shared/fields.ts';

/**
 * The application that an OAuth2 sign-in is for, as the server has left it in the flow.
 *
 * @returns its name, which may be its home page, if it has one; undefined without an OAuth2 request
 */
export function clientName(
  flow: LoginFlow,
): { name?: string | undefined; id?: string | undefined } | undefined {
  const { oauth2_login_request: request } = flow;
  if (!request) return undefined;
  const { client_name: name, client_id: id } = fieldsOf(request.client);
  return { name: textIn(name), id: textIn(id) };
}
