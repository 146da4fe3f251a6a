import type { IntlShape } from 'react-intl';
import type { Activity } from './activity.ts';
import { lookUp } from './fields.ts';

/** What an administrator did, in the catalogue's words, by the provider's operation. */
export const adminActions = {
  createIdentity: 'created',
  updateIdentity: 'details',
  patchIdentity: 'details',
  batchPatchIdentities: 'created',
  deleteIdentityCredentials: 'method',
  deleteIdentitySessions: 'sessions',
  disableSession: 'sessions',
  manageSessions: 'sessions',
  revokeOAuth2LoginSessions: 'sessions',
  extendSession: 'extended',
  revokeOAuth2ConsentSessions: 'applications',
  acceptOAuth2LoginRequest: 'signedIn',
  trustOAuth2JwtGrantIssuer: 'trusted',
  createRecoveryCodeForIdentity: 'recovery',
  createRecoveryLinkForIdentity: 'recovery',
} as const;

/** The values of the texts' arguments for what is not known. */
const unknown = {
  method: 'none',
  provider: 'none',
  address: 'none',
  formerAddress: 'none',
  application: 'none',
  operation: 'none',
  version: 'none',
  until: 'none',
};

/** A time within a day; until the reader's own time zone is known, it names its zone. */
export const timeText = (intl: IntlShape, time: number | string): string =>
  intl.formatDate(time, {
    hour: 'numeric',
    minute: '2-digit',
    ...(intl.timeZone && { timeZoneName: 'short' as const }),
  });

/** The id of a social provider as a name: Kratos tells the id alone, in small letters. */
const capitalised = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Says what happened: in a sentence for its method or operation, where the catalogue has one. */
export function activitySentence(intl: IntlShape, { kind, about }: Pick<Activity, 'kind' | 'about'>): string {
  const { method, provider, operation = '', until } = about;
  const id = `activity.kind.${kind}`;
  const special = `${id}.${method ?? lookUp(adminActions, operation) ?? ''}`;
  return intl.formatMessage(
    { id: special in intl.messages ? special : id },
    {
      ...unknown,
      ...about,
      ...(provider && { provider: capitalised(provider) }),
      ...(until && { until: timeText(intl, until) }),
    },
  );
}
