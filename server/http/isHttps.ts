/** Whether the portal is on https: its cookies are then `Secure`, and plain http is forbidden. */
export const isHttps = (portalUrl: string): boolean => portalUrl.startsWith('https:');
