import { Router } from 'express';
import { malformed } from '../hydraError.ts';
import { jsonBody } from '../jsonBody.ts';
import type { Key, Keys } from '../store/keys.ts';

/** The sets of JSON Web Keys (`/admin/keys`). */
export function keyRoutes(keys: Keys): Router {
  const router = Router();
  router
    .route('/admin/keys/:set')
    .get((request, response) => void response.json(keys.set(request.params.set)))
    .post(jsonBody, (request, response) => {
      const { alg, use, kid } = request.body as { alg?: string; use?: string; kid?: string };
      if (!alg || !use) throw malformed('Fields alg and use are required.');
      response.status(201).json(keys.generate(request.params.set, { alg, use, ...(kid && { kid }) }));
    })
    .put(jsonBody, (request, response) => {
      const set = request.body as { keys: Key[] };
      keys.replace(request.params.set, set);
      response.json(set);
    })
    .delete((request, response) => {
      keys.deleteSet(request.params.set);
      response.status(204).end();
    });
  router
    .route('/admin/keys/:set/:kid')
    .get((request, response) => {
      response.json({ keys: [keys.key(request.params.set, request.params.kid)] });
    })
    .put(jsonBody, (request, response) => {
      const key = { ...(request.body as Key), kid: request.params.kid };
      keys.put(request.params.set, key);
      response.json(key);
    })
    .delete((request, response) => {
      keys.deleteKey(request.params.set, request.params.kid);
      response.status(204).end();
    });
  return router;
}
