import {
  CourierApiAxiosParamCreator,
  FrontendApiAxiosParamCreator,
  IdentityApiAxiosParamCreator,
  OAuth2ApiAxiosParamCreator,
  PermissionApiAxiosParamCreator,
  RelationshipApiAxiosParamCreator,
} from '@ory/client';
import type { BuiltRequest } from './providerRequest.ts';

/**
 * Builds the requests of Kratos' public API. @ory/client's builders have the operations' names, take parameters by
 * position and send nothing: a transport does.
 */
export const frontendRequests = FrontendApiAxiosParamCreator();
/** Builds the requests of Kratos' admin API. */
export const identityRequests = IdentityApiAxiosParamCreator();
/** Builds the requests of Kratos' messages. */
export const courierRequests = CourierApiAxiosParamCreator();
/** Builds the requests of Hydra's API. */
export const oauth2Requests = OAuth2ApiAxiosParamCreator();
/** Builds the requests of Keto's read API. */
export const permissionRequests = PermissionApiAxiosParamCreator();
/** Builds the requests of Keto's relation tuples. */
export const relationshipRequests = RelationshipApiAxiosParamCreator();

/** Asks whose session it is; built once, because every visit and every admin call needs it. */
export const whoamiRequest: BuiltRequest = frontendRequests.toSession();

/** Lists the identities that sign in with an identifier. */
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
