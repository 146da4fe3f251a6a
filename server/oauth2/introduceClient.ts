import type { RequestHandler } from 'express';
import { joinTarget, queryIn, splitTarget } from '../http/requestHead.ts';
import { bringsVerifier } from '../security/cookies/restartedRequest.ts';
import type { ClientDocuments } from '../upstreams/clientDocuments/clientDocuments.ts';
import { isDocumentId } from '../upstreams/clientDocuments/documentUrl.ts';
import { DocumentRefused } from '../upstreams/clientDocuments/fetchDocument.ts';
import { withAddress } from '../upstreams/clientDocuments/localhost.ts';
import { pageUrl } from '../urls/paths.ts';
import { authorizationPath } from './promptNames.ts';

/** Counts the fetch of a document. @throws PortalError 429 if there have been too many for a host or document, or a visitor */
export type CountDocument = (key: string, address: string | undefined) => Promise<unknown>;

/** Returns what a request of a client without a secret lacks, if anything. */
function faultOf(parameters: URLSearchParams): string | undefined {
  if (parameters.has('request') || parameters.has('request_uri'))
    return 'A client that is known by its document cannot use request objects.';
  const proves = parameters.get('code_challenge') && parameters.get('code_challenge_method') === 'S256';
  return proves ? undefined : 'A client that is known by its document must use PKCE with S256.';
}

/**
 * Makes Hydra know the client that an authorization request names by the URL of its metadata document, before Hydra gets the
 * request. What is wrong with the document is shown to the person who follows the link, and sent nowhere: nothing in it has been
 * checked then.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/ section 4
 */
export const introduceClient =
  (documents: ClientDocuments, count: CountDocument | undefined): RequestHandler =>
  ({ originalUrl, ip }, response, next) => {
    const parameters = queryIn(originalUrl);
    const id = parameters.get('client_id') ?? '';
    if (!isDocumentId(id) || bringsVerifier(splitTarget(originalUrl).query)) {
      next();
      return;
    }
    /** @returns the request as Hydra can answer it, if it is another */
    const introduce = async (): Promise<string | undefined> => {
      const isIntroduced = await documents.know(id, count && ((key) => count(key, ip)));
      if (!isIntroduced) return undefined;
      const fault = faultOf(parameters);
      if (fault !== undefined) throw new DocumentRefused(fault);
      const uri = parameters.get('redirect_uri') ?? '';
      if (withAddress(uri) === uri) return undefined;
      parameters.set('redirect_uri', withAddress(uri));
      return joinTarget(authorizationPath, parameters.toString());
    };
    introduce().then(
      (target) => {
        if (target === undefined) next();
        else response.redirect(303, target);
      },
      (error: unknown) => {
        if (!(error instanceof DocumentRefused)) next(error);
        else
          response.redirect(
            303,
            pageUrl('/error', { error: 'invalid_client', error_description: error.message }),
          );
      },
    );
  };
