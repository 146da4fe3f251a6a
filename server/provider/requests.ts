import {
  FrontendApiAxiosParamCreator,
  IdentityApiAxiosParamCreator,
  OAuth2ApiAxiosParamCreator,
  PermissionApiAxiosParamCreator,
} from '@ory/client';
import type { BuiltRequest } from './providerRequest.ts';

/**
 * @ory/client's builders of requests, by the operations' names. They take parameters by position, and send nothing: a
 * transport does.
 */
export const frontendRequests = FrontendApiAxiosParamCreator();
export const identityRequests = IdentityApiAxiosParamCreator();
export const oauth2Requests = OAuth2ApiAxiosParamCreator();
export const permissionRequests = PermissionApiAxiosParamCreator();

/** Asks whose session it is; built once, as every visit and every call of an admin asks. */
export const whoamiRequest: BuiltRequest = frontendRequests.toSession();

/**
 * Lists the identities that sign in with an identifier.
 *
 * @param included the kinds of credentials whose content is asked for
 */
export function identitiesWith(identifier: string, included?: string[]): BuiltRequest {
  const [perPage, page, pageSize, pageToken, consistency, ids, similar]: undefined[] = [];
  return identityRequests.listIdentities(
    perPage,
    page,
    pageSize,
    pageToken,
    consistency,
    ids,
    identifier,
    similar,
    included,
  );
}
