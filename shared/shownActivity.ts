import type { Activity, ShownActivity } from './activity.ts';
import { shownName } from './shownName.ts';
import { agentName } from './userAgent.ts';

/**
 * Prepares an event for a page. Applications, providers and browsers have named what it is about: only names that are fit to be
 * shown stay, and the browser's instead of all that it says of itself.
 */
export function shownActivity({
  about: { userAgent, request: _request, ...about },
  ...event
}: Activity): ShownActivity {
  const names = Object.entries(about).map(([what, name]) => [what, shownName(name)] as const);
  return {
    ...event,
    about: Object.fromEntries(names.filter(([, name]) => name !== undefined)),
    ...(userAgent !== undefined && { device: agentName(userAgent) }),
  };
}
