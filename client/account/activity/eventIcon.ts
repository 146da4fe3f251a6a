import type { ActivityKind, ShownActivity } from '../../../shared/activity.ts';
import { hasIcon, iconPaths } from '../../ui/iconPaths.ts';

const signOut = 'M14 4h5a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-5M4 12h11M11 8l4 4-4 4';
const applications =
  'M5 4h5v6H4V5a1 1 0 0 1 1-1ZM14 4h5a1 1 0 0 1 1 1v5h-6ZM4 14h6v6H5a1 1 0 0 1-1-1ZM17 14v6M14 17h6';

/** The icons of kinds that have one whatever the method. */
const byKind: Partial<Record<ActivityKind, string>> = {
  signInFailed: iconPaths.error,
  limited: iconPaths.error,
  signedOut: signOut,
  sessionsEnded: signOut,
  codeMailed: iconPaths.code,
  recovered: iconPaths.code,
  addressVerified: iconPaths.code,
  addressChanged: iconPaths.code,
  addressRestored: iconPaths.code,
  passwordChanged: iconPaths.password,
  secured: iconPaths.password,
  applicationAllowed: applications,
  applicationWithdrawn: applications,
};

/** Returns an event's icon, as a path on the grid of icons: its kind's, its method's, or else the account's. */
export const eventIcon = ({ kind, about: { method = '' } }: ShownActivity): string =>
  byKind[kind] ?? iconPaths[hasIcon(method) ? method : 'profile'];
