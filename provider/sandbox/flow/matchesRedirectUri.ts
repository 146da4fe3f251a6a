/** Removes the port of a URI if its host is a loopback address. */
const withoutPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\])):\d+(?=[/?]|$)/, '$1');

/**
 * Whether a client may use a redirect URI: the registered one, or on loopback the same with any port (RFC 8252,
 * section 7.3).
 */
export const matchesRedirectUri = (uri: string, registered: string): boolean =>
  withoutPort(uri) === withoutPort(registered);
