import type { RequestHandler } from 'express';
import type { OwnCredentials } from '../../shared/credentials.ts';
import { notFound } from '../http/errors.ts';
import { credentialsAmong } from '../upstreams/trust.ts';
import type { ReadCredentials } from '../upstreams/credentials.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { visitor, type Visitor } from '../upstreams/session.ts';

/** Returns the visitor's credentials; undefined if nobody is signed in, or Kratos does not provide them. */
export async function ownCredentials(
  read: ReadCredentials,
  who: Visitor,
): Promise<OwnCredentials | undefined> {
  if (who.kind !== 'signedIn') return undefined;
  const { identity, authentication_methods: methods } = who.session;
  return identity && read(identity.id, credentialsAmong(methods));
}

/**
 * `GET /settings/credentials`: the signed-in user's credentials as the settings show them, for the page that has just
 * changed them.
 *
 * @throws PortalError 404 if nobody is signed in, or the provider does not provide them
 */
export const getCredentials =
  ({ kratos, read }: { kratos: KratosFrontend; read: ReadCredentials | undefined }): RequestHandler =>
  async (request, response) => {
    const found = read && (await ownCredentials(read, await visitor(kratos, request.headers.cookie)));
    if (!found) throw notFound();
    response.json(found);
  };
