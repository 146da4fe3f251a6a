import type { RequestHandler } from 'express';
import { queryIn, splitTarget } from '../http/requestHead.ts';
import { bringsVerifier } from '../security/cookies/restartedRequest.ts';
import type { ClientDocuments } from '../upstreams/clientDocuments/clientDocuments.ts';
import { isDocumentId } from '../upstreams/clientDocuments/documentUrl.ts';
import { DocumentRefused } from '../upstreams/clientDocuments/fetchDocument.ts';
import { pageUrl } from '../urls/paths.ts';

/** Counts the fetch of a document. @throws PortalError 429 if its host or the visitor has caused too many */
export type CountDocument = (host: string, address: string | undefined) => Promise<unknown>;

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
    const introduce = async (): Promise<void> => {
      const redirectUri = parameters.get('redirect_uri') ?? '';
      if (!documents.isKnown(id, redirectUri)) await count?.(URL.parse(id)?.host ?? '', ip);
      await documents.know(id, redirectUri);
      const fault = faultOf(parameters);
      if (fault !== undefined) throw new DocumentRefused(fault);
    };
    introduce().then(
      () => next(),
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
