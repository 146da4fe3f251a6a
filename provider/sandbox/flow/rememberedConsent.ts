import type { ConsentSession, Records } from '../store/records.ts';

/** Finds the consent that a subject gave a client for at least these scopes, if it is still remembered. */
export function rememberedConsent(
  { consentSessions }: Records,
  { subject, clientId, scopes }: { subject: string; clientId: string; scopes: string[] },
): ConsentSession | undefined {
  const isStill = ({ session: { remember, remember_for: seconds, handled_at } }: ConsentSession): boolean =>
    remember && (!seconds || Date.parse(handled_at) + seconds * 1000 > Date.now());
  return consentSessions
    .all()
    .findLast(
      (one) =>
        one.subject === subject &&
        one.clientId === clientId &&
        isStill(one) &&
        scopes.every((scope) => one.session.grant_scope.includes(scope)),
    );
}
