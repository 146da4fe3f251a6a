/** The fields of a client that say how long its tokens live, as durations of Go: `1h30m`. */
export const lifespanNames = [
  'authorization_code_grant_access_token_lifespan',
  'authorization_code_grant_id_token_lifespan',
  'authorization_code_grant_refresh_token_lifespan',
  'client_credentials_grant_access_token_lifespan',
  'implicit_grant_access_token_lifespan',
  'implicit_grant_id_token_lifespan',
  'jwt_bearer_grant_access_token_lifespan',
  'refresh_token_grant_id_token_lifespan',
  'refresh_token_grant_access_token_lifespan',
  'refresh_token_grant_refresh_token_lifespan',
  'device_authorization_grant_id_token_lifespan',
  'device_authorization_grant_access_token_lifespan',
  'device_authorization_grant_refresh_token_lifespan',
];

const unitSeconds = new Map([
  ['h', 3600],
  ['m', 60],
  ['s', 1],
  ['ms', 0.001],
]);

/** Parses a duration of Go, as in `1h30m`. @returns whole seconds; undefined for anything else, and for zero */
export function goSeconds(duration: unknown): number | undefined {
  if (typeof duration !== 'string' || !/^(\d+(\.\d+)?(ms|[hms]))+$/.test(duration)) return undefined;
  let seconds = 0;
  for (const [, amount, unit] of duration.matchAll(/([\d.]+)(ms|[hms])/g))
    seconds += Number(amount) * (unitSeconds.get(unit ?? '') ?? 0);
  return Math.floor(seconds) || undefined;
}

/** Formats a duration like Hydra: every unit from the largest that is not zero. */
export function goDuration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours ? `${hours}h` : ''}${hours || minutes ? `${minutes}m` : ''}${seconds % 60}s`;
}
