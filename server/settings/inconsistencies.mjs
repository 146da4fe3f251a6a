import { isOneTypoAway } from './misspellings.mjs';

/** The profiles of docker-compose.yml. */
const profiles = ['mail', 'tls'];

const listed = (list = '') => list.split(',').filter((one) => one.trim() !== '');

/** Whether a URL is plain http and leads to another machine than the browser's own. */
const isOpenToOthers = (url = '') =>
  /^\s*http:/i.test(url) &&
  !/^\s*http:\/\/([\w-]+\.)*(localhost|127(\.\d+){3}|\[::1\])([:/]|\s*$)/i.test(url);

/** The rules for settings that depend on each other, each with the line to print if it is broken. */
const rules = [
  {
    isBroken: ({ PORTAL_URL }) => isOpenToOthers(PORTAL_URL),
    line: ({ PORTAL_URL }) =>
      `PORTAL_URL: must be https outside localhost: PORTAL_URL=${PORTAL_URL.trim().replace(/^http/i, 'https')}`,
  },
  {
    isBroken: ({ COMPOSE_PROFILES, TRUST_PROXY = '' }) =>
      listed(COMPOSE_PROFILES).includes('tls') && TRUST_PROXY === '',
    line: () =>
      'TRUST_PROXY: must name the proxy of the profile tls, or everybody shares one address and its limits: TRUST_PROXY=1',
  },
  {
    isBroken: ({ COMPOSE_PROFILES }) => listed(COMPOSE_PROFILES).some((one) => !profiles.includes(one)),
    line: ({ COMPOSE_PROFILES }) => {
      const meant = listed(COMPOSE_PROFILES).flatMap(
        (one) => profiles.find((profile) => isOneTypoAway(one, profile)) ?? [],
      );
      return `COMPOSE_PROFILES: must be of ${profiles.join(', ')}: COMPOSE_PROFILES=${meant.join(',')}`;
    },
  },
];

/**
 * Finds settings that contradict each other, for `npm run secrets` and for the portal's start in production. It runs
 * without packages.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @returns {string[]} a line for each, with the setting that mends it
 */
export const inconsistencies = (values) =>
  rules.filter(({ isBroken }) => isBroken(values)).map(({ line }) => line(values));
