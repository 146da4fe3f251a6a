import type { DatabaseSync } from 'node:sqlite';
import { collection, type Collection } from './collection.ts';

/** A login or consent request: its challenge is also the uid of oidc-provider's interaction. */
export interface FlowChallenge {
  /** As the admin API returns it. */
  request: Record<string, unknown> & {
    challenge: string;
    skip: boolean;
    subject: string;
    request_url: string;
    requested_scope: string[];
  };
  clientId: string;
  /** The browser that it was made for. */
  browser: string;
  /** Whether the browser has returned with the answer. */
  isUsed: boolean;
  /** The values that a login was accepted with. */
  login?: {
    subject: string;
    remember: boolean;
    /** In seconds; 0 as long as the session. */
    rememberFor: number;
    identityProviderSessionId?: string;
    context?: unknown;
  };
  /** The values that a consent was accepted with; a consent session once the browser has returned. */
  consent?: ConsentSession;
}

/** A request to log out. */
export interface LogoutChallenge {
  request: {
    challenge: string;
    subject: string;
    sid: string;
    request_url: string;
    rp_initiated: boolean;
    requested_at: string;
    expires_at: string;
  };
  clientId: string | undefined;
  verifier: string;
  /** Where the browser goes in the end. */
  redirectTo: string;
  state: 'waits' | 'accepted' | 'rejected' | 'used';
}

/** A visit to the device flow's verification page. */
interface DeviceChallenge {
  /** The browser that it was made for. */
  browser: string;
  requestUrl: string;
  /** oidc-provider's id of the device code that belongs to the user code. */
  deviceCode?: string;
}

/** A login session of a browser. */
export interface LoginSession {
  subject: string;
  remember: boolean;
  /** When it is no longer remembered, in milliseconds since 1970; undefined if it always is. */
  rememberUntil?: number;
  identityProviderSessionId?: string;
}

/** Whether a later request may use a login session. */
export const isRemembered = ({ remember, rememberUntil }: LoginSession): boolean =>
  remember && (rememberUntil === undefined || rememberUntil > Date.now());

/** A user's grant to a client. */
export interface ConsentSession {
  /** The session as the admin API lists it, without the client. */
  session: Record<string, unknown> & {
    consent_request_id: string;
    grant_scope: string[];
    grant_access_token_audience: string[];
    remember: boolean;
    remember_for: number;
    handled_at: string;
    session: { id_token: Record<string, unknown>; access_token: Record<string, unknown> };
    consent_request: FlowChallenge['request'];
  };
  clientId: string;
  subject: string;
  loginSessionId: string;
  grantId: string;
}

/** The sandbox's stored requests, logins and consents. */
export interface Records {
  logins: Collection<FlowChallenge>;
  consents: Collection<FlowChallenge>;
  logouts: Collection<LogoutChallenge>;
  devices: Collection<DeviceChallenge>;
  /** By the sid. */
  loginSessions: Collection<LoginSession>;
  /** By the id of oidc-provider's grant. */
  consentSessions: Collection<ConsentSession>;
}

/** Opens the collections. */
export const openRecords = (database: DatabaseSync): Records => ({
  logins: collection(database, 'login'),
  consents: collection(database, 'consent'),
  logouts: collection(database, 'logout'),
  devices: collection(database, 'device'),
  loginSessions: collection(database, 'loginSession'),
  consentSessions: collection(database, 'consentSession'),
});
