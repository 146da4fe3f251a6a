import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { malformed, noSuchResource } from '../hydraError.ts';
import { jsonBody } from '../jsonBody.ts';
import { collection } from '../store/collection.ts';
import type { DatabaseSync } from 'node:sqlite';
import { sendPage } from './pages.ts';

interface Issuer {
  id: string;
  issuer: string;
  subject: string;
  allow_any_subject: boolean;
  scope: string[];
  public_key: { set: string; kid: string };
  created_at: string;
  expires_at: string;
}

/** Issuers whose assertions are trusted (RFC 7523). They are only stored: the sandbox has no such grant. */
export function issuerRoutes(database: DatabaseSync): Router {
  const issuers = collection<Issuer>(database, 'issuer');
  const router = Router();
  const find = (id: string): Issuer => {
    const issuer = issuers.get(id);
    if (!issuer) throw noSuchResource();
    return issuer;
  };
  router
    .route('/admin/trust/grants/jwt-bearer/issuers')
    .post(jsonBody, (request, response) => {
      const { jwk, ...given } = request.body as Partial<Issuer> & { jwk?: { kid?: string } };
      if (!given.issuer) throw malformed("Field 'issuer' is required.");
      if (!given.subject && !given.allow_any_subject)
        throw malformed("One of 'subject' or 'allow_any_subject' field must be set.");
      if (!jwk?.kid) throw malformed("Field 'jwk' must contain JWK with kid.");
      if (!given.expires_at) throw malformed("Field 'expires_at' is required.");
      const issuer: Issuer = {
        id: randomUUID(),
        issuer: given.issuer,
        subject: given.subject ?? '',
        allow_any_subject: given.allow_any_subject ?? false,
        scope: given.scope ?? [],
        public_key: { set: given.issuer, kid: jwk.kid },
        created_at: new Date().toISOString(),
        expires_at: given.expires_at,
      };
      issuers.put(issuer.id, issuer);
      response.status(201).json(issuer);
    })
    .get((request, response) => {
      const { issuer } = request.query;
      sendPage(
        request,
        response,
        issuers.all().filter((one) => !issuer || one.issuer === issuer),
      );
    });
  router
    .route('/admin/trust/grants/jwt-bearer/issuers/:id')
    .get((request, response) => void response.json(find(request.params.id)))
    .delete((request, response) => {
      find(request.params.id);
      issuers.delete(request.params.id);
      response.status(204).end();
    });
  return router;
}
