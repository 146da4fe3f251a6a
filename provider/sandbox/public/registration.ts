import { Router, type Request } from 'express';
import { malformed, unauthorized } from '../hydraError.ts';
import { jsonBody } from '../jsonBody.ts';
import type { Clients } from '../store/clients.ts';

/** Fields that only an administrator may set. */
const reserved = ['skip_consent', 'skip_logout_consent', 'metadata'];

/** The fields of a client that registers itself. @throws HydraError 400 for one that it may not set */
function ofDynamicClient(body: Record<string, unknown>): Record<string, unknown> {
  if (body.client_secret) throw malformed('It is not allowed to choose your own OAuth2 Client secret.');
  const name = reserved.find((one) => body[one]);
  if (name) throw malformed(`'${name}' cannot be set for dynamic client registration`);
  return { ...body, client_id: undefined };
}

/** Dynamic registration of clients (OpenID Connect Dynamic Client Registration 1.0; RFC 7592). */
export function registration(clients: Clients): Router {
  const router = Router();
  const owned = (request: Request<{ id: string }>): string => {
    const [, token = ''] = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
    const { id } = request.params;
    if (!clients.hasRegistrationToken(id, token)) throw unauthorized();
    return id;
  };
  router.post('/oauth2/register', jsonBody, (request, response) => {
    response.status(201).json(clients.create(ofDynamicClient(request.body as Record<string, unknown>)));
  });
  router
    .route('/oauth2/register/:id')
    .get((request, response) => {
      response.json({ ...clients.require(owned(request)), metadata: undefined });
    })
    .put(jsonBody, (request, response) => {
      const id = owned(request);
      const client = clients.update(id, ofDynamicClient(request.body as Record<string, unknown>));
      response.json({ ...client, registration_access_token: clients.newRegistrationToken(id) });
    })
    .delete((request, response) => {
      clients.delete(owned(request));
      response.status(204).end();
    });
  return router;
}
