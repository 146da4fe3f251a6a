import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { hookPlaces, keyVariable } from '../provider/local/kratosEnvironment.ts';
import { nodeEnvironment, nodeFlags } from '../provider/local/nodeFlags.ts';
import { refreshHookPath } from '../server/oauth2/refreshHook.ts';
import { compose, networks, read, service, services, volumes, without } from '../test/support/composeFile.ts';

const networksOf = (name: string): string[] => {
  const { networks: own = [] } = service(name);
  return Array.isArray(own) ? own : Object.keys(own);
};
/** The services in a network. */
const within = (network: string): string[] =>
  Object.keys(services).filter((name) => networksOf(name).includes(network));

test('the mail catcher shares no network with Kratos, its database or the portal', () => {
  const reached = new Set(networksOf('mail').flatMap(within));
  expect([...reached].sort()).toEqual(['kratos-courier', 'mail']);
  expect(String(service('kratos-courier').command)).toMatch(/^courier watch/);
  expect(String(service('kratos').command)).not.toContain('--watch-courier');
});

test('only the portal is published, on loopback, unless a mail catcher or a proxy that ends TLS is asked for', () => {
  const published = Object.entries(services).flatMap(([name, { ports = [], profiles = [] }]) =>
    ports.map((port) => [...profiles.map((profile) => `(${profile})`), name, port].join(' ')),
  );
  expect(published).toEqual([
    'portal ${PORTAL_BIND:-127.0.0.1}:${PORTAL_PORT:-3000}:3000',
    '(tls) tls 80:80',
    '(tls) tls 443:443',
    '(tls) tls 443:443/udp',
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
      expect(environment[`${name}_${api}_url`.toUpperCase()]).toBe(`http://${name}-api:${port}`);
  // without a trailing slash, because Kratos appends paths to it
  expect(service('kratos').environment?.OAUTH2_PROVIDER_URL).toBe(environment.HYDRA_ADMIN_URL);
});

test('the proxy forwards to two identical replicas, and keeps working while one is replaced', () => {
  const { build, ports, ...replica } = service('portal');
  const networksOfSecond = { front: null, identity: { aliases: ['portal'] }, permissions: null };
  expect(service('portal-2')).toEqual({ ...replica, profiles: ['tls'], networks: networksOfSecond });
  expect(networksOf('portal')).toEqual(Object.keys(networksOfSecond));
  expect([build, ports]).not.toContain(undefined);
  expect(read('deploy/caddy/Caddyfile')).toContain('reverse_proxy portal:3000 portal-2:3000 {');
  for (const { depends_on = {} } of Object.values(services))
    for (const name of ['portal', 'portal-2']) expect(Object.keys(depends_on)).not.toContain(name);
});

test('Kratos asks the portal, with a key of each web hook, at paths that the proxy does not forward', () => {
  expect(networksOf('kratos').filter((name) => networksOf('portal').includes(name))).not.toEqual([]);
  const { environment = {} } = service('kratos');
  for (const name of Object.keys(hookPlaces))
    expect([name, environment[keyVariable(name)]]).toEqual([name, '${KRATOS_HOOKS_KEY:-}']);
  expect(Object.keys(environment).filter((name) => name.endsWith('_AUTH_CONFIG_VALUE'))).toHaveLength(
    Object.keys(hookPlaces).length,
  );
  expect(service('portal').environment?.KRATOS_HOOKS_KEY).toBe('${KRATOS_HOOKS_KEY:-}');
  expect(read('deploy/caddy/Caddyfile')).toContain('respond /hooks/* 404');
});

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
    expect(environment?.DSN).toContain(`postgres://${name}:\${${password}:-}@postgres:5432/${name}?`);
    expect(service(`${name}-migrate`).environment?.DSN).toBe(environment?.DSN);
    expect(service(`${name}-migrate`).command).toMatch(/^migrate /);
    expect(command).toContain(`--config /etc/config/${name}/${name}.yml`);
    expect(depends_on).toMatchObject({
      [`${name}-migrate`]: { condition: 'service_completed_successfully' },
    });
  },
);

test('no server knows the password of the database’s superuser', () => {
  const knows = Object.keys(services).filter((name) =>
    /\bPOSTGRES_PASSWORD\b/.test(JSON.stringify(service(name))),
  );
  expect(knows).toEqual(['secrets', 'postgres']);
  expect(service('postgres').environment?.POSTGRES_USER).toBe('postgres');
});

test('Kratos asks the service for common passwords, and accepts no password if it does not answer', () => {
  const method = 'SELFSERVICE_METHODS_PASSWORD_CONFIG';
  expect(service('kratos').environment).toMatchObject({
    [`${method}_HAVEIBEENPWNED_ENABLED`]: 'true',
    [`${method}_HAVEIBEENPWNED_HOST`]: 'passwords:4437',
    [`${method}_IGNORE_NETWORK_ERRORS`]: 'false',
    SSL_CERT_DIR: '/etc/ssl/certs:/etc/passwords/trusted',
  });
  // instead of the portal's, which its image sets
  expect(service('passwords').environment).toMatchObject({ HOST: '0.0.0.0', PORT: '4437' });
  expect(service('kratos').volumes).toContain('passwords:/etc/passwords:ro');
  expect(service('kratos').depends_on).toMatchObject({ passwords: { condition: 'service_healthy' } });
  expect(within('passwords')).toEqual(['kratos', 'passwords']);
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

test('the networks of Postgres, Kratos and the mail catcher are internal', () => {
  for (const name of ['identity', 'permissions', 'database', 'mail', 'passwords'])
    expect(networks[name]?.internal).toBe(true);
  expect(networksOf('postgres')).toEqual(['database']);
});

test.each([
  ['kratos', 'identity', ['PUBLIC', 'ADMIN']],
  ['hydra', 'identity', ['PUBLIC', 'ADMIN']],
  ['keto', 'permissions', ['READ', 'WRITE', 'OPL', 'METRICS']],
])('%s listens only in the network “%s”, whatever others it is in', (name, network, apis) => {
  const { environment = {}, networks: own, healthcheck } = service(name);
  const address = `${name}-api`;
  expect(Object.entries(environment).filter(([variable]) => /^SERVE_\w+_HOST$/.test(variable))).toEqual(
    apis.map((api) => [`SERVE_${api}_HOST`, address]),
  );
  expect(own).toMatchObject({ [network]: { aliases: [address] } });
  expect(compose.match(new RegExp(`aliases: \\[.*\\b${address}\\b`, 'g'))).toHaveLength(1);
  expect(JSON.stringify(healthcheck)).toContain(`http://${address}:`);
  // the service's own name resolves in each of its networks, but it listens in only one
  expect(compose).not.toMatch(new RegExp(`http://${name}:`));
});

test('documented commands name the address at which the server listens, not their default, loopback', () => {
  const commands = ['docs/operating.md', 'docs/admin-api.md', 'docs/incidents.md']
    .flatMap((page) => read(page).replaceAll('\\\n', ' ').split('\n'))
    .filter((line) => /^ +docker compose exec (kratos|hydra|keto) /.test(line));
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) {
    const [, name = ''] = / exec (\w+)/.exec(command) ?? [];
    expect(command).toContain(
      ` ${{ kratos: "'http://kratos-api:4434", hydra: '--endpoint http://hydra-api:4445', keto: '--write-remote keto-api:4467' }[name] ?? ''}`,
    );
  }
});

test('only the portal, Kratos and Hydra can reach the APIs that have no authentication', () => {
  expect(within('identity')).toEqual(['portal', 'portal-2', 'kratos', 'hydra']);
  expect(within('permissions')).toEqual(['portal', 'portal-2', 'keto']);
});

test('Postgres logs no error details, which may contain addresses of accounts', () => {
  expect(service('postgres').command).toEqual(['postgres', '-c', 'log_error_verbosity=terse']);
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

test('every service that others depend on has a health check', () => {
  for (const name of ['kratos', 'hydra', 'keto', 'passwords', 'postgres', 'mail'])
    expect(service(name).healthcheck).toBeDefined();
  expect(read('Dockerfile')).toContain('HEALTHCHECK');
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

test('expired flows and sessions are deleted periodically, except those of the last hour', () => {
  const { command, restart } = service('kratos-cleanup');
  expect(command).toMatch(/^cleanup sql .*--keep-last (?:[2-9]|\d{2,})h/);
  expect(restart).toBe('unless-stopped');
});

test('old mails are deleted periodically, by Kratos’ own user', () => {
  const { command, environment, restart } = service('mail-cleanup');
  expect(String(command)).toMatch(
    /while sleep \d+; do psql .*--file \/etc\/config\/kratos\/deleteOldMails\.sql; done/,
  );
  expect(environment).toMatchObject({ PGUSER: 'kratos', PGDATABASE: 'kratos' });
  expect(restart).toBe('unless-stopped');
});

test('expired tokens and requests of Hydra are deleted periodically, except those of the last day', () => {
  const { command, restart } = service('hydra-cleanup');
  expect(String(command)).toMatch(
    /sleep 3600; do hydra janitor .*--tokens --requests --grants --keep-if-younger 24h/,
  );
  expect(restart).toBe('unless-stopped');
});

test('two installations on one machine share nothing that has a name', () => {
  expect(service('portal').image).toMatch(/^\$\{COMPOSE_PROJECT_NAME:-/);
  expect(compose).not.toMatch(/^name:|container_name:|^ +name:|external:/m);
});

test('no service starts before the secrets have been checked, except the proxy and the mail catcher', () => {
  const waitsFor = (name: string): string[] => {
    const before = Object.keys(service(name).depends_on ?? {});
    return [...before, ...before.flatMap(waitsFor)];
  };
  for (const name of without(Object.keys(services), ['secrets', 'mail', 'tls']))
    expect(waitsFor(name)).toContain('secrets');
});

test('upgrading the portal restarts no server, because only its command for common passwords uses its image too', () => {
  const { image, build } = service('portal');
  expect(Object.keys(services).filter((name) => service(name).image === image)).toEqual([
    'portal',
    'portal-2',
    'passwords',
  ]);
  expect(service('passwords').build).toEqual(build);
});

test('the image is labelled with its version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(read('Dockerfile')).toContain(`org.opencontainers.image.version="${version}"`);
});
