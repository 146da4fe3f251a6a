/** The details of an OAuth2 client that a page shows; its links are absolute http or https URLs. */
export interface ClientDetails {
  /** Shown if it has no presentable name. */
  id?: string | undefined;
  name?: string | undefined;
  logoUrl?: string | undefined;
  url?: string | undefined;
  policyUrl?: string | undefined;
  termsUrl?: string | undefined;
  /** Whether nobody but the client itself says who it is (OAuth 2.0 Dynamic Client Registration, RFC 7591). */
  isSelfRegistered?: boolean;
  /** The host whose document alone says who it is (OAuth Client ID Metadata Document). */
  introducedBy?: string | undefined;
}

/** An application with access to the user's account: all that they have granted it, in however many sign-ins. */
export interface GrantedApplication {
  clientId: string;
  client: ClientDetails;
  scopes: string[];
  /** The services that accept the application's tokens. */
  audience: string[];
  /** When it was first granted, as an ISO 8601 time. */
  since?: string;
  /** How long the user is not asked again: until a time, until the grant is withdrawn, or not at all. */
  remembered: { until: string } | 'always' | 'never';
  /** The user's current sessions in which it was granted, by id. */
  sessions: string[];
  /** Whether it was granted something that the user has not seen in the list. */
  isNew: boolean;
}

/** The user's applications, as the settings show them. */
export interface OwnApplications {
  /** Absent if the provider did not list them. */
  list?: GrantedApplication[];
  /** Whether the user has just withdrawn something. */
  withdrawn: boolean;
}

/** The scope of a sign-in with OpenID Connect: granting an application anything also lets it know who the user is. */
export const openid = 'openid';
