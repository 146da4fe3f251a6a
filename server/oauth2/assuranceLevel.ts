const levelPattern = /^aal([0-3])$/;

const numberOf = (level: string | undefined): number => Number(levelPattern.exec(level ?? '')?.[1] ?? 0);

/** The highest level at which Kratos signs users in; its names go further. */
const highest = 2;

/**
 * Whether a session reaches one of the assurance levels that an application asks for.
 *
 * @param level the session's, as in `aal1`
 * @param asked the request's `acr_values` (OpenID Connect Core 1.0, section 3.1.2.1); values that are not Kratos
 * assurance levels are ignored, and a level that no sign-in reaches means the highest
 */
export function reachesLevel(level: string | undefined, asked: readonly string[]): boolean {
  const levels = asked.filter((value) => levelPattern.test(value)).map(numberOf);
  return levels.length === 0 || numberOf(level) >= Math.min(...levels, highest);
}
