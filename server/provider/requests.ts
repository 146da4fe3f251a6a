import {
  FrontendApiAxiosParamCreator,
  IdentityApiAxiosParamCreator,
  OAuth2ApiAxiosParamCreator,
  PermissionApiAxiosParamCreator,
} from '@ory/client';
import type { BuiltRequest } from './providerRequest.ts';

/**
 * @ory/client's request builders, by the operations' names. They take parameters by position and send nothing: a
 * transport does.
 */
export const frontendRequests = FrontendApiAxiosParamCreator();
export const identityRequests = IdentityApiAxiosParamCreator();
export const oauth2Requests = OAuth2ApiAxiosParamCreator();
export const permissionRequests = PermissionApiAxiosParamCreator();

/** Asks whose session it is; built once, because every visit and every admin call needs it. */
export const whoamiRequest: BuiltRequest = frontendRequests.toSession();

/**
 * Lists the identities that sign in with an identifier.
 *
 * @param included the kinds of credentials whose content is requested
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
