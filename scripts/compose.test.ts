import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { hookPlaces, keyVariable } from '../provider/local/kratosEnvironment.ts';
import { nodeEnvironment, nodeFlags } from '../provider/local/nodeFlags.ts';
import { refreshHookPath } from '../server/oauth2/refreshHook.ts';
import {
  compose,
  networks,
  read,
  runStart,
  service,
  services,
  startVariables,
  volumes,
} from '../test/support/composeFile.ts';

const networksOf = (name: string): string[] => {
  const { networks: own = [] } = service(name);
  return Array.isArray(own) ? own : Object.keys(own);
};
/** The services in a network. */
const within = (network: string): string[] =>
  Object.keys(services).filter((name) => networksOf(name).includes(network));

/** What uses a database and listens nowhere. */
const listensNowhere = ['kratos-migrate', 'kratos-courier', 'hydra-migrate', 'keto-migrate', 'cleanup'];

test('the mail catcher shares no network with Kratos or a database, and the courier listens nowhere', () => {
  const reached = new Set(networksOf('mail').flatMap(within));
  expect([...reached].sort()).toEqual([...listensNowhere, 'mail', 'portal', 'tls'].sort());
  expect(String(service('kratos-courier').command)).toMatch(/^courier watch/);
  expect(String(service('kratos').command)).not.toContain('--watch-courier');
});

test('only the portal is published, on loopback, unless a mail catcher or a proxy that ends TLS is asked for', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [], profiles = [] }]) =>
    ports.map((port) =>
      [...profiles.map((profile) => `(${profile})`), name, JSON.stringify(port).replaceAll('"', '')].join(
        ' ',
      ),
    ),
  );
  // Compose 2.40 refuses a `host_ip` that is empty
  const tls = (port: string, target: string): string =>
    `(tls) tls \${TLS_BIND:+\${TLS_BIND:-}:}\${${port}}:${target}`;
  expect(published).toEqual([
    'portal ${PORTAL_BIND:-127.0.0.1}:${PORTAL_PORT:-3000-3001}:3000',
    tls('TLS_HTTP_PORT:-80', '80'),
    tls('TLS_PORT:-443', '443'),
    tls('TLS_PORT:-443', '443/udp'),
    '(mail) mail 127.0.0.1:${MAIL_PORT:-8025}:8025',
  ]);
});

test('the portal calls Hydra and Keto where they listen, and Kratos reports sign-ins to Hydra', () => {
  const ports = (name: string): [string, number][] => {
    const { serve } = parse(read(`provider/${name}/${name}.yml`)) as {
      serve: Record<string, { port?: number }>;
    };
    return Object.entries(serve).flatMap(([api, { port }]) => (port ? [[api, port]] : []));
  };
  const { environment = {} } = service('portal');
  for (const name of ['kratos', 'hydra', 'keto'])
    for (const [api, port] of ports(name))
      expect(environment[`${name}_${api}_url`.toUpperCase()]).toBe(`http://${name}:${port}`);
  // without a trailing slash, because Kratos appends paths to it
  expect(startVariables('kratos').OAUTH2_PROVIDER_URL).toBe(environment.HYDRA_ADMIN_URL);
  expect(startVariables('hydra').URLS_IDENTITY_PROVIDER_URL).toBe(environment.KRATOS_ADMIN_URL);
});

test('the proxy forwards to every replica of the portal, of which each has a port by default', () => {
  expect(read('deploy/caddy/Caddyfile')).toContain('reverse_proxy portal:3000 {');
  const { scale, ports = [] } = service('portal');
  const [, first = 0, last = 0] = /:-(\d+)-(\d+)\}:3000$/.exec(ports[0] as string) ?? [];
  expect(scale).toBe(`\${PORTAL_REPLICAS:-${Number(last) - Number(first) + 1}}`);
  for (const { depends_on = {} } of Object.values(services))
    expect(Object.keys(depends_on)).not.toContain('portal');
});

test('all replicas count the limits in one Redis, which nobody reaches who could not reach Kratos’ admin API', () => {
  expect(service('portal').environment?.REDIS_URL).toBe('${REDIS_URL:-redis://redis:6379}');
  expect(networksOf('redis')).toEqual(['identity']);
});

test('Kratos asks the portal, with a key of each web hook, at paths that the proxy does not forward', () => {
  expect(networksOf('kratos').filter((name) => networksOf('portal').includes(name))).not.toEqual([]);
  const variables = startVariables('kratos', {
    KRATOS_HOOKS_KEY: 'a key,another that the portal still accepts',
  });
  for (const name of Object.keys(hookPlaces))
    expect([name, variables[keyVariable(name)]]).toEqual([name, 'a key']);
  expect(Object.keys(variables).filter((name) => name.endsWith('_AUTH_CONFIG_VALUE'))).toHaveLength(
    Object.keys(hookPlaces).length,
  );
  for (const name of ['portal', 'kratos'])
    expect(service(name).environment?.KRATOS_HOOKS_KEY).toMatch(/^\$\{KRATOS_HOOKS_KEY:/);
  expect(read('deploy/caddy/Caddyfile')).toContain('respond /hooks/* 404');
});

test.each([
  ['http://localhost:3000', 'true', 'localhost'],
  ['https://account.example', 'false', 'account.example'],
  ['https://account.example:8443/', 'false', 'account.example'],
])('with PORTAL_URL=%s, DEV is %s, and passkeys are bound to %s', (PORTAL_URL, dev, domain) => {
  const variables = startVariables('kratos', { PORTAL_URL });
  expect([variables.DEV, startVariables('hydra', { PORTAL_URL }).DEV]).toEqual([dev, dev]);
  for (const method of ['WEBAUTHN', 'PASSKEY'])
    expect(variables[`SELFSERVICE_METHODS_${method}_CONFIG_RP_ID`]).toBe(domain);
  expect(
    startVariables('kratos', { PORTAL_URL, PORTAL_DOMAIN: 'example' })
      .SELFSERVICE_METHODS_PASSKEY_CONFIG_RP_ID,
  ).toBe('example');
});

test.each(['smtp.example:587', 'https://mail.example', ''])(
  'Kratos does not start with the mail server “%s”, and says what to set',
  (SMTP_URL) => {
    expect(runStart('kratos', { SMTP_URL })).toMatch(
      /^SMTP_URL must begin with .*: SMTP_URL=smtps:\/\/.*\n$/,
    );
  },
);

test('Hydra asks the portal before it replaces a refresh token', () => {
  const { oauth2 } = parse(read('provider/hydra/refresh-tokens.yml')) as {
    oauth2: { refresh_token_hook: string };
  };
  expect(oauth2.refresh_token_hook).toBe(`http://portal:3000${refreshHookPath}`);
  expect(networksOf('hydra').filter((name) => networksOf('portal').includes(name))).not.toEqual([]);
});

test('Hydra reads every file of its configuration', () => {
  const folder = path.join(import.meta.dirname, '../provider/hydra');
  const files = readdirSync(folder).filter((name) => name.endsWith('.yml'));
  expect(files).toContain('device.yml');
  for (const file of files) expect(service('hydra').command).toContain(`--config /etc/config/hydra/${file}`);
});

test.each(['kratos', 'hydra', 'keto'])(
  '%s has a database and a password of its own, and is migrated first',
  (name) => {
    const { environment, command, depends_on } = service(name);
    const password = `${name.toUpperCase()}_POSTGRES_PASSWORD`;
    expect(environment?.DSN).toMatch(
      new RegExp(
        `^\\$\\{${name.toUpperCase()}_DSN:-postgres://${name}:.*${password}.*@postgres:5432/${name}\\?`,
      ),
    );
    expect(service(`${name}-migrate`).environment?.DSN).toBe(environment?.DSN);
    expect(service(`${name}-migrate`).command).toMatch(/^migrate /);
    expect(command).toContain(`--config /etc/config/${name}/${name}.yml`);
    expect(depends_on).toMatchObject({
      [`${name}-migrate`]: { condition: 'service_completed_successfully' },
    });
  },
);

test('the superuser of the databases has no password, and only the step that creates them reaches its socket', () => {
  expect(compose).not.toMatch(/POSTGRES_PASSWORD:-\}@.*postgres:\/\/postgres|\$\{POSTGRES_PASSWORD/);
  const mounts = Object.keys(services).filter((name) =>
    service(name).volumes?.includes('socket:/var/run/postgresql'),
  );
  expect(mounts).toEqual(['databases', 'postgres']);
  expect(service('databases')).toMatchObject({ network_mode: 'none' });
});

test('Kratos asks the service for common passwords, and accepts no password if it does not answer', () => {
  const method = 'SELFSERVICE_METHODS_PASSWORD_CONFIG';
  expect(startVariables('kratos')).toMatchObject({
    [`${method}_HAVEIBEENPWNED_ENABLED`]: 'true',
    [`${method}_HAVEIBEENPWNED_HOST`]: 'passwords:4437',
    [`${method}_IGNORE_NETWORK_ERRORS`]: 'false',
    SSL_CERT_DIR: '/etc/ssl/certs:/etc/passwords/trusted',
  });
  // instead of the portal's, which its image sets
  expect(service('passwords').environment).toMatchObject({ HOST: '0.0.0.0', PORT: '4437' });
  expect(service('kratos').volumes).toContain('passwords:/etc/passwords:ro');
  expect(service('kratos').depends_on).toMatchObject({ passwords: { condition: 'service_healthy' } });
  expect(networksOf('passwords')).toEqual(['identity']);
});

test('the service for common passwords is hardened, and keeps its key in memory', () => {
  expect(service('passwords')).toMatchObject({
    user: '1000:1000',
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(volumes.passwords?.driver_opts).toMatchObject({
    type: 'tmpfs',
    o: expect.stringContaining('uid=1000'),
  });
});

test.each(['kratos', 'hydra'])(
  '%s does not log health checks, which call a path that it keeps out of its log',
  (name) => {
    const { serve } = parse(read(`provider/${name}/${name}.yml`)) as {
      serve: Record<string, { request_log?: object }>;
    };
    for (const api of ['public', 'admin'])
      expect(serve[api]?.request_log).toEqual({ disable_for_health: true });
    // Kratos leaves out the admin API's own paths only, Hydra no path of its admin API
    expect(JSON.stringify(service('kratos').healthcheck)).toContain(':4434/admin/health/ready');
    expect(read('deploy/kubernetes/base/kratos.yaml')).not.toMatch(/path: \/health/);
    expect(JSON.stringify(service('hydra').healthcheck)).toContain(':4444/health/ready');
    expect(read('deploy/kubernetes/base/hydra.yaml')).not.toMatch(/path: .*health.*port: admin/);
  },
);

test('three networks: what is published and mails, the portal and its provider, and the databases, with no way out', () => {
  expect(Object.keys(networks)).toEqual(['front', 'identity', 'database']);
  expect(within('front')).toEqual(['portal', 'tls', ...listensNowhere, 'mail']);
  expect(within('identity')).toEqual(['portal', 'redis', 'kratos', 'passwords', 'hydra', 'keto']);
  expect(networks.database?.internal).toBe(true);
  expect(networksOf('postgres')).toEqual(['database']);
});

test('everything that uses a database has a way out, to one elsewhere', () => {
  const users = within('database').filter((name) => name !== 'postgres');
  expect(users).toEqual(expect.arrayContaining(['portal', 'kratos', 'hydra', 'keto', ...listensNowhere]));
  for (const name of users)
    expect([name, networksOf(name).filter((network) => network !== 'database')]).not.toEqual([name, []]);
});

test.each(['kratos', 'hydra', 'keto'])(
  '%s can have replicas: it has one name, and no port of the machine',
  (name) => {
    expect(compose).not.toMatch(/aliases:|SERVE_\w+_HOST/);
    expect(service(name).ports).toBeUndefined();
    expect(JSON.stringify(service(name).healthcheck)).toContain('http://127.0.0.1:');
  },
);

test('Postgres logs no error details, which may contain addresses of accounts', () => {
  expect(service('postgres').command).toContain('log_error_verbosity=terse');
});

test('the audit log is in a volume, in a folder that belongs to the portal’s user', () => {
  const { environment, volumes: mounted } = service('portal');
  expect(environment?.AUDIT_LOG).toBe('${AUDIT_LOG:-/var/log/portal/audit.log}');
  expect(mounted).toContain('audit:/var/log/portal');
  expect(read('Dockerfile')).toMatch(/mkdir (\/var\/log\/portal) && chown 1000:1000 \1\n/);
});

test.each(Object.keys(services))('%s has limits on its memory and its log', (name) => {
  expect(service(name).mem_limit).toMatch(/^\d+m$/);
  expect(service(name).logging?.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
});

test('the image starts the portal as the bench measures it', () => {
  expect(read('Dockerfile')).toContain(
    `CMD ${JSON.stringify(['node', ...nodeFlags, 'dist/server/main.mjs']).replaceAll(',', ', ')}`,
  );
  for (const [name, value] of Object.entries(nodeEnvironment))
    expect(read('Dockerfile')).toMatch(new RegExp(`^ENV .*\\b${name}=${value}\\b`, 'm'));
});

test('every image has a tag', () => {
  const tags = [...`${compose}${read('Dockerfile')}`.matchAll(/_IMAGE(?::-|=)([\w./:-]+)/g)];
  expect(tags.length).toBeGreaterThan(6);
  for (const [, image] of tags) expect(image).toMatch(/:v?\d/);
});

test('without a secret, compose starts nothing and names the command that makes it', () => {
  const required = [...compose.matchAll(/\$\{(\w+):\?is missing; `npm run secrets` makes it\}/g)];
  expect(required.map(([, name]) => name).sort()).toEqual([
    'HYDRA_COOKIE_SECRET',
    'HYDRA_SYSTEM_SECRET',
    'KRATOS_CIPHER_SECRET',
    'KRATOS_COOKIE_SECRET',
    'KRATOS_HOOKS_KEY',
  ]);
});
