/**
 * Whether the portal is on https: its cookies are then `Secure`, and plain http is forbidden. @param portalUrl its
 * origin
 */
export const isHttps = (portalUrl: string): boolean => portalUrl.startsWith('https:');
