import { Router } from 'express';
import { malformed } from '../hydraError.ts';
import { jsonBody } from '../jsonBody.ts';
import type { Sandbox } from '../sandbox.ts';
import { goDuration, goSeconds, lifespanNames } from '../store/lifespans.ts';
import { applyPatch, type PatchOperation } from './jsonPatch.ts';
import { sendPage } from './pages.ts';

type Fields = Record<string, unknown>;

/** Writes the lifespans of a client as Hydra does: `1h` is `1h0m0s`. */
function withLifespans(given: Fields): Fields {
  const lifespans = lifespanNames
    .filter((name) => given[name])
    .map((name) => {
      const seconds = goSeconds(given[name]);
      if (seconds === undefined) throw malformed(`Unable to parse ${name}.`);
      return [name, goDuration(seconds)] as const;
    });
  return { ...given, ...Object.fromEntries(lifespans) };
}

/** The clients (`/admin/clients`). */
export function clientRoutes({ clients, artifacts }: Sandbox): Router {
  const router = Router();
  const tokens = [
    'AccessToken',
    'RefreshToken',
    'ClientCredentials',
    'AuthorizationCode',
    'DeviceCode',
    'Grant',
  ];
  router
    .route('/admin/clients')
    .post(jsonBody, (request, response) => {
      response.status(201).json(clients.create(withLifespans(request.body as Fields)));
    })
    .get((request, response) => {
      const { client_name: name, owner } = request.query;
      const matching = clients
        .all()
        .filter((client) => (!name || client.client_name === name) && (!owner || client.owner === owner));
      sendPage(request, response, matching);
    });
  router
    .route('/admin/clients/:id')
    .get((request, response) => void response.json(clients.require(request.params.id)))
    .put(jsonBody, (request, response) => {
      response.json(clients.update(request.params.id, withLifespans(request.body as Fields)));
    })
    .patch(jsonBody, (request, response) => {
      const { id } = request.params;
      const patched = applyPatch(clients.require(id), request.body as PatchOperation[]);
      response.json(clients.update(id, withLifespans(patched as Fields)));
    })
    .delete((request, response) => {
      clients.delete(request.params.id);
      artifacts.deleteOfClient(request.params.id, tokens);
      response.status(204).end();
    });
  router.put('/admin/clients/:id/lifespans', jsonBody, (request, response) => {
    const given = request.body as Fields;
    const lifespans = Object.fromEntries(lifespanNames.map((name) => [name, given[name] ?? null]));
    const client = clients.require(request.params.id);
    response.json(clients.update(request.params.id, { ...client, ...withLifespans(lifespans) }));
  });
  return router;
}
