import { isOneTypoAway } from './misspellings.mjs';

/** The profiles of docker-compose.yml. */
const profiles = ['mail', 'tls'];

const listed = (list = '') => list.split(',').filter((one) => one.trim() !== '');

/** Whether a URL is plain http and leads to another machine than the browser's own. */
const isOpenToOthers = (url = '') =>
  /^\s*http:/i.test(url) &&
  !/^\s*http:\/\/([\w-]+\.)*(localhost|127(\.\d+){3}|\[::1\])([:/]|\s*$)/i.test(url);

/** The published ports: `3000-3001` is a range, and 0 any free port for each replica. */
function portsOf(ports) {
  const [first, last = first] = ports.split('-').map(Number);
  return { first, last, isAny: first === 0, count: last - first + 1 };
}

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
  {
    isBroken: ({ PORTAL_URL = '', PORTAL_PORT }) => {
      if (!PORTAL_PORT || !/^\s*http:\/\/localhost:3000\/?\s*$/.test(PORTAL_URL)) return false;
      const { first, last } = portsOf(PORTAL_PORT);
      return first > 3000 || last < 3000;
    },
    line: ({ PORTAL_PORT }) =>
      portsOf(PORTAL_PORT).isAny
        ? 'PORTAL_URL: must be the origin of the proxy in front, where PORTAL_PORT is 0: PORTAL_URL=https://account.example'
        : `PORTAL_URL: must name the port, too, where PORTAL_PORT is ${PORTAL_PORT}: PORTAL_URL=http://localhost:${portsOf(PORTAL_PORT).first}`,
  },
  {
    isBroken: ({ PORTAL_PORT, PORTAL_REPLICAS }) => {
      const { count, isAny } = portsOf(PORTAL_PORT || '3000-3001');
      return !isAny && count < Number(PORTAL_REPLICAS || 2);
    },
    line: ({ PORTAL_PORT, PORTAL_REPLICAS }) => {
      const { first } = portsOf(PORTAL_PORT || '3000-3001');
      const replicas = Number(PORTAL_REPLICAS || 2);
      return `PORTAL_PORT: must have a port for each of the ${replicas} replicas: PORTAL_PORT=${first}-${first + replicas - 1}`;
    },
  },
  {
    isBroken: ({ POSTGRES_REPLICAS, KRATOS_DSN, HYDRA_DSN, KETO_DSN, DATABASE_URL }) =>
      POSTGRES_REPLICAS === '0' && !(KRATOS_DSN && HYDRA_DSN && KETO_DSN && DATABASE_URL),
    line: () =>
      'KRATOS_DSN, HYDRA_DSN, KETO_DSN, DATABASE_URL: must name databases elsewhere, where POSTGRES_REPLICAS is 0: KRATOS_DSN=postgres://…',
  },
  {
    isBroken: ({ SMTP_URL = '', COMPOSE_PROFILES }) =>
      /^smtps?:\/\/mail:/.test(SMTP_URL) && !listed(COMPOSE_PROFILES).includes('mail'),
    line: () =>
      'SMTP_URL: must name a mail server, because the mail catcher is not running: SMTP_URL=smtps://user:password@mail.example:465/',
  },
  {
    isBroken: ({ SMTP_URL }) => Boolean(SMTP_URL) && !/^smtps?:\/\//.test(SMTP_URL),
    line: () =>
      'SMTP_URL: must begin with smtps:// (TLS from the start) or smtp:// (STARTTLS): SMTP_URL=smtps://user:password@mail.example:465/',
  },
];

/**
 * Finds settings that contradict each other, for `npm run secrets` and for the portal's start in production, which does not see
 * those of docker-compose.yml alone. It runs without packages.
 *
 * @param {Record<string, string | undefined>} values variables by name
 * @returns {string[]} a line for each, with the setting that mends it
 */
export const inconsistencies = (values) =>
  rules.filter(({ isBroken }) => isBroken(values)).map(({ line }) => line(values));
