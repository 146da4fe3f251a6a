/**
 * Stands for `localhost` at Hydra, which answers at any port of a loopback address, but not of a name (RFC 8252, section 7.3). Agents
 * that listen there may have no other.
 */
const standIn = 'http://127.0.0.2';

/** Returns a redirect URI as Hydra gets it. */
export const withAddress = (uri: string): string => uri.replace(/^http:\/\/localhost(?=[:/?]|$)/, standIn);

/** Returns a redirect URI, or an answer to it, as the agent has named it. */
export const withName = (uri: string): string =>
  uri.replace(/^http:\/\/127\.0\.0\.2(?=[:/?]|$)/, 'http://localhost');
