/**
 * Refuses a local provider in production: it has accounts whose passwords are published, one of them an admin's, and its
 * cookies travel over plain http.
 *
 * @throws Error with lines for the user who starts the portal
 */
export function refuseProduction(portalUrl: string): void {
  const reason =
    process.env.NODE_ENV === 'production'
      ? 'NODE_ENV is production'
      : portalUrl.startsWith('https:') && 'PORTAL_URL is https';
  if (reason)
    throw new Error(
      `${reason}, and a local provider has accounts with published passwords.\n` +
        'Set KRATOS_PUBLIC_URL to a Kratos of your own.',
    );
}
