import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { read, services, startVariables } from '../test/support/composeFile.ts';
import { parse, parseAllDocuments } from 'yaml';
import { hookPlaces, keyVariable } from '../provider/local/kratosEnvironment.ts';
import { schema } from '../server/settings/config.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: Partial<Record<'secretKeyRef' | 'configMapKeyRef', { name: string; key: string }>>;
}

interface Container {
  name: string;
  image: string;
  command?: string[];
  args?: string[];
  env?: Variable[];
  ports?: { name: string; containerPort: number }[];
  envFrom?: { configMapRef: { name: string } }[];
  volumeMounts?: { name: string; mountPath: string }[];
  resources?: { limits?: { memory?: string } };
}

interface Pod {
  metadata: { labels: Record<string, string> };
  spec: {
    containers: Container[];
    initContainers?: Container[];
    volumes?: { configMap?: { name: string } }[];
  };
}

interface Patch<Value> {
  path: string;
  value: Value;
}

interface Peer {
  podSelector?: { matchLabels: Record<string, string> };
  namespaceSelector?: object;
}

interface Resource {
  kind: string;
  metadata: { name: string };
  spec?: {
    template?: Pod;
    jobTemplate?: { spec: { template: Pod } };
    ports?: { port: number }[];
    podSelector?: { matchLabels?: Record<string, string> };
    scaleTargetRef?: { name: string };
    schedule?: string;
    maxReplicas?: number;
    rules?: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
    ingress?: { from: Peer[]; ports: { port: number }[] }[];
    egress?: { to?: Peer[]; ports: { port: number }[] }[];
  };
}

interface Kustomization {
  resources?: string[];
  configMapGenerator: {
    name: string;
    files?: string[];
    literals?: string[];
    options?: { disableNameSuffixHash: boolean };
  }[];
}

const root = path.join(import.meta.dirname, '..');
const inBase = (file: string): string => read(`deploy/kubernetes/base/${file}`);
const kustomization = parse(inBase('kustomization.yaml')) as Kustomization;
const provider = parse(read('provider/kustomization.yaml')) as Kustomization;

const resources = (kustomization.resources ?? [])
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(inBase(file)).map((document) => document.toJS() as Resource));
const pods = resources.flatMap(({ metadata, spec }) => {
  const pod = spec?.template ?? spec?.jobTemplate?.spec.template;
  return pod ? [{ name: metadata.name, pod }] : [];
});
const podOf = (name: string): Pod | undefined => pods.find((one) => one.name === name)?.pod;
const named = (kind: string, name: string): Resource | undefined =>
  resources.find((one) => one.kind === kind && one.metadata.name === name);

const kratosVariables =
  (parse(inBase('kratosEnvironment.patch.yaml')) as Patch<Variable[]>[])[0]?.value ?? [];
const settings = new Map(
  kustomization.configMapGenerator
    .find(({ name }) => name === 'settings')
    ?.literals?.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

/** Settings that start.sh turns into variables of the server's own. */
const settingsOfStart = [
  'PORTAL_URL',
  'PORTAL_DOMAIN',
  'PRODUCT_NAME',
  'ALLOWED_RETURN_URLS',
  'WEBAUTHN_ORIGINS',
  'KRATOS_HOOKS_KEY',
  'SMTP_URL',
];
const derived = (name: string): Record<string, string> => (name === 'keto' ? {} : startVariables(name));

/** A server's variables in compose that mean the same on a cluster, whose PORTAL_URL is always https. */
const composed = (name: string): string[] =>
  [...Object.keys(services[name]?.environment ?? {}), ...Object.keys(derived(name))].filter(
    (variable) => variable !== 'DEV' && !settingsOfStart.includes(variable),
  );

/** What compose reads from .env or mounts: parts of other variables' values, and where the mails are. */
const onlyHere = ['KRATOS_HOOKS_KEY', 'DATABASE_URL', 'COURIER_TEMPLATE_OVERRIDE_PATH'];

const variablesOf = (name: string): Variable[] =>
  name === 'kratos' ? kratosVariables : (podOf(name)?.spec.containers[0]?.env ?? []);

test.each(['kratos', 'hydra', 'keto'])(
  '%s gets every variable that compose gives it, and runs the same image and command',
  (name) => {
    const variables = variablesOf(name);
    const fromSettings = variables.filter(({ valueFrom }) => valueFrom?.configMapKeyRef);
    const own = variables.filter((one) => !fromSettings.includes(one) && !onlyHere.includes(one.name));
    const settled = fromSettings.map((one) => one.name);
    expect(own.map((one) => one.name).sort()).toEqual(
      composed(name)
        .filter((one) => !settled.includes(one) && !onlyHere.includes(one))
        .sort(),
    );
    // a server-side apply refuses them
    expect(new Set(variables.map((one) => one.name)).size).toBe(variables.length);
    const [container] = podOf(name)?.spec.containers ?? [];
    expect(services[name]?.image).toContain(container?.image);
    expect(container?.args?.join(' ')).toBe(services[name]?.command);
  },
);

test.each(['kratos', 'hydra', 'keto'])(
  'each variable that a value of %s refers to is a setting, and is defined before it',
  (name) => {
    const before = new Set<string>();
    for (const { name: variable, value = '', valueFrom } of variablesOf(name)) {
      for (const [, used = ''] of value.matchAll(/\$\((\w+)\)/g)) expect([...before]).toContain(used);
      if (onlyHere.includes(variable)) before.add(variable);
      if (!valueFrom?.configMapKeyRef) continue;
      expect(valueFrom.configMapKeyRef).toEqual({ name: 'settings', key: variable });
      expect([...settings.keys()]).toContain(variable);
      before.add(variable);
    }
  },
);

test('every URL of the portal follows from PORTAL_URL', () => {
  for (const name of ['kratos', 'hydra'])
    for (const variable of variablesOf(name)) {
      if ((derived(name)[variable.name] ?? '').startsWith('https://portal.test'))
        expect(variable.value).toMatch(/^\$\(PORTAL_URL\)/);
    }
});

test('the portal gets only settings that it or its servers know, and can reach each server', () => {
  const known = Object.keys(schema.shape);
  const [portal] = podOf('portal')?.spec.containers ?? [];
  expect([...settings.keys()].filter((name) => !known.includes(name))).toEqual(['PORTAL_DOMAIN']);
  for (const { name, value } of portal?.env ?? []) {
    expect(known).toContain(name);
    if (!value) continue;
    const { hostname, port } = new URL(value);
    expect(named('Service', hostname)?.spec?.ports?.map((one) => one.port)).toContain(Number(port));
  }
});

test('Kratos and the portal have the same key for the web hooks, which the ingress leads nowhere', () => {
  const ofPortal = podOf('portal')?.spec.containers[0]?.env ?? [];
  const [own, kratos] = [ofPortal, kratosVariables].map((all) =>
    all.find(({ name }) => name === 'KRATOS_HOOKS_KEY'),
  );
  expect(own?.valueFrom?.secretKeyRef).toEqual({ name: 'portal', key: 'hooks-key' });
  expect(kratos).toEqual(own);
  for (const name of Object.keys(hookPlaces))
    expect(kratosVariables).toContainEqual({ name: keyVariable(name), value: '$(KRATOS_HOOKS_KEY)' });
  const [ingress, nobody] = parseAllDocuments(read('deploy/kubernetes/example/ingress.yaml')).map(
    (document) => document.toJS() as Resource,
  );
  const [first] = ingress?.spec?.rules?.[0]?.http.paths ?? [];
  expect([first?.path, first?.backend.service.name]).toEqual(['/hooks/', nobody?.metadata.name]);
  expect(Object.keys(nobody?.spec ?? {})).toEqual(['ports']);
});

test('every file of the servers’ configuration is part of a ConfigMap', () => {
  const listed = provider.configMapGenerator.flatMap((one) => one.files ?? []);
  for (const name of ['kratos', 'hydra', 'keto'])
    for (const file of readdirSync(path.join(root, 'provider', name)))
      if (/\.(?:yml|keto\.ts|schema\.json|jsonnet)$/.test(file)) expect(listed).toContain(`${name}/${file}`);
});

test('the pods that mail write the templates first, with the settings, to where Kratos looks for them', () => {
  const [first, mount, volume] = (parse(inBase('mails.patch.yaml')) as Patch<object>[]).map(
    ({ value }) => value as Container & { mountPath: string },
  );
  expect(first).toMatchObject({
    image: 'account-portal',
    command: ['mails'],
    envFrom: [{ configMapRef: { name: 'settings' } }],
    volumeMounts: [{ name: volume?.name, mountPath: '/mails' }],
  });
  expect(read('Dockerfile')).toContain('dist/server/mails.mjs /mails');
  expect(kratosVariables).toContainEqual({ name: 'COURIER_TEMPLATE_OVERRIDE_PATH', value: mount?.mountPath });
  expect(inBase('kustomization.yaml')).toContain(`- path: mails.patch.yaml
    target:
      kind: Deployment
      name: kratos|kratos-courier`);
});

test('at their most, with one more of each while it is replaced, all pods need fewer connections than Postgres has', () => {
  const perPod = (variables: Variable[]): number =>
    Number(/max_conns=(\d+)/.exec(variables.find(({ name }) => name === 'DSN')?.value ?? '')?.[1]);
  const connections = pods.map(({ name, pod }) => {
    const scaler = resources.find(
      ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec?.scaleTargetRef?.name === name,
    );
    const most = scaler ? (scaler.spec?.maxReplicas ?? 0) + 1 : 1;
    if (name === 'cleanup') return 1;
    // one of server/store/openDatabase.ts for each
    if (name === 'portal') return most;
    return (
      most *
      perPod(
        name.startsWith('kratos') && !pod.spec.containers[0]?.env
          ? kratosVariables
          : (pod.spec.containers[0]?.env ?? []),
      )
    );
  });
  const sum = connections.reduce((total, one) => total + one, 0);
  // of 100, Postgres keeps three for its superuser; some are for an exporter, a backup and whoever has to look
  expect(sum).toBeLessThanOrEqual(90);
  expect(/\| all together [ |]+(\d+) /.exec(read('docs/kubernetes.md'))?.[1]).toBe(String(sum));
});

test('docs/kubernetes.md creates every secret that the manifests name, and no others', () => {
  const everyVariable = [
    ...pods.flatMap(({ pod }) => pod.spec.containers.flatMap(({ env = [] }) => env)),
    ...kratosVariables,
  ];
  const used = new Set(
    everyVariable.flatMap(({ valueFrom }) =>
      valueFrom?.secretKeyRef ? [`${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`] : [],
    ),
  );
  const commands = read('docs/kubernetes.md').replaceAll('\\\n', ' ').split('\n');
  const created = commands.flatMap((line) => {
    const name = /create secret generic (\w+)/.exec(line)?.[1];
    return name
      ? [...line.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key = '']) => `${name}/${key}`)
      : [];
  });
  expect(created.sort()).toEqual([...used].sort());
});

test('a migration job is named by the version that it runs, because a job cannot be changed', () => {
  const jobs = resources.filter(({ kind }) => kind === 'Job');
  expect(jobs).toHaveLength(3);
  for (const { metadata, spec } of jobs) {
    const image = spec?.template?.spec.containers[0]?.image ?? '';
    const [, server = '', version = ''] = /\/(\w+):(.+)/.exec(image) ?? [];
    // pods have its name, in which dots are discouraged
    expect(metadata.name).toBe(`${server}-migrate-${version.replaceAll('.', '-')}`);
  }
});

test('a migration job stays as it is when the configuration changes: its ConfigMap’s name has no hash', () => {
  const jobs = resources.filter(({ kind }) => kind === 'Job');
  for (const { metadata, spec } of jobs) {
    const name = spec?.template?.spec.volumes?.[0]?.configMap?.name ?? '';
    const generator = provider.configMapGenerator.find((one) => one.name === name);
    expect([metadata.name, generator?.options]).toEqual([metadata.name, { disableNameSuffixHash: true }]);
    const own = provider.configMapGenerator.find((one) => one.name === name.replace('-migrate', ''));
    expect(own?.files).toEqual(expect.arrayContaining(generator?.files ?? ['some']));
  }
});

test('only the ingress controller and Hydra reach the portal, and only the portal and the servers each other', () => {
  const reached = ['portal', 'kratos', 'hydra', 'keto'].map((name) => {
    const { ingress = [] } = named('NetworkPolicy', name)?.spec ?? {};
    return [
      name,
      ingress.flatMap(({ from, ports }) => {
        const peers = from.map(
          ({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/name'] ?? 'ingress',
        );
        return peers.map((peer) => `${peer} ${ports.map(({ port }) => port).join(' ')}`);
      }),
    ];
  });
  expect(reached).toEqual([
    ['portal', ['ingress 3000', 'kratos 3000', 'hydra 3000']],
    ['kratos', ['portal 4433 4434', 'hydra 4434']],
    ['hydra', ['portal 4444 4445', 'kratos 4445']],
    ['keto', ['portal 4466 4467 4469']],
  ]);
  expect(named('NetworkPolicy', 'deny-all')?.spec?.podSelector).toEqual({});
});

test('what has expired is deleted every ten minutes, by what compose runs, in the databases of Kratos and Hydra', () => {
  const { containers: [container] = [], initContainers: [scripts] = [] } = podOf('cleanup')?.spec ?? {};
  expect(named('CronJob', 'cleanup')?.spec?.schedule).toBe('*/10 * * * *');
  expect(services.cleanup?.image).toContain(container?.image);
  expect(container?.command).toEqual(services.cleanup?.entrypoint?.slice(0, 2));
  expect(container?.env?.map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef])).toEqual([
    ['KRATOS_DSN', { name: 'kratos', key: 'dsn' }],
    ['HYDRA_DSN', { name: 'hydra', key: 'dsn' }],
  ]);
  // from the portal's image, so that no ConfigMap has code
  expect(scripts?.command).toEqual(['cp', '-r', '/app/cleanup/.', '/cleanup']);
  expect(read('Dockerfile')).toContain('WORKDIR /app\n');
  expect(read('Dockerfile')).toContain('COPY provider/postgres cleanup\n');
});

test('every container has a limit of memory, and every image a tag', () => {
  for (const { pod } of pods)
    for (const { image, resources: { limits } = {} } of [
      ...pod.spec.containers,
      ...(pod.spec.initContainers ?? []),
    ]) {
      expect(limits?.memory).toMatch(/^\d+[MG]i$/);
      // an installation names the portal's own
      if (image !== 'account-portal') expect(image).toMatch(/:v?\d/);
    }
});

interface Component {
  kind: string;
  resources: string[];
  patches: { target: { kind: string; name: string }; patch: string }[];
}

test.each([
  ['redis', 6379, 'REDIS_URL', { name: 'portal', key: 'redis-url' }],
  ['traces', 4318, 'OTEL_EXPORTER_OTLP_HEADERS', { name: 'portal', key: 'otlp-headers', optional: true }],
])(
  'the portal reaches %s only with its component, which needs nothing else',
  (name, port, variable, secret) => {
    const folder = `deploy/kubernetes/components/${name}`;
    const component = parse(read(`${folder}/kustomization.yaml`)) as Component;
    expect([component.kind, component.resources]).toEqual(['Component', ['networkPolicy.yaml']]);
    const policy = parse(read(`${folder}/networkPolicy.yaml`)) as Resource;
    expect(policy.spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'portal' } },
      policyTypes: ['Egress'],
      egress: [{ ports: [{ port }] }],
    });
    const [{ target, patch } = { target: undefined, patch: '' }] = component.patches;
    expect(target).toEqual({ kind: 'Deployment', name: 'portal' });
    const [{ path: place, value } = { path: '', value: undefined }] = parse(patch) as Patch<Variable>[];
    expect(place).toBe('/spec/template/spec/containers/0/env/-');
    expect(value).toEqual({ name: variable, valueFrom: { secretKeyRef: secret } });
    expect(Object.keys(schema.shape)).toContain(variable);
    expect(read('deploy/kubernetes/example/kustomization.yaml')).toContain(`#   - ../components/${name}\n`);

    const open = resources
      .filter((one) => one.kind === 'NetworkPolicy' && one.spec?.podSelector?.matchLabels !== undefined)
      .filter(({ spec }) => spec?.podSelector?.matchLabels?.['app.kubernetes.io/name'] === 'portal')
      .flatMap(({ spec }) => spec?.egress ?? []);
    expect(open.flatMap(({ ports }) => ports.map((one) => one.port))).toEqual([
      4433, 4434, 4444, 4445, 4466, 4467, 4469,
    ]);
  },
);

test('each image can be named by its digest in one place of an installation', () => {
  const images = pods.flatMap(({ pod: { spec } }) =>
    [...spec.containers, ...(spec.initContainers ?? [])].map(({ image }) => image.split(':')[0]),
  );
  const example = read('deploy/kubernetes/example/kustomization.yaml');
  const uncommented = example
    .replaceAll(/^# (?=- name| {2}digest)/gm, '  ')
    .replace('    newTag: 1.0.0\n', '');
  const { images: named } = parse(uncommented) as { images: { name: string; digest: string }[] };
  expect(named.map(({ name }) => name).sort()).toEqual([...new Set(images)].sort());
  for (const { digest } of named) expect(digest).toMatch(/^sha256:/);
});

test('mirror.yaml names every place where the manifests have an image', () => {
  const { fieldSpecs } = parse(read('deploy/kubernetes/example/mirror.yaml')) as {
    fieldSpecs: { kind: string; path: string }[];
  };
  const places = new Set(
    resources.flatMap(({ kind, spec }) => {
      const prefix = spec?.jobTemplate ? 'spec/jobTemplate/spec' : 'spec';
      const pod = spec?.template ?? spec?.jobTemplate?.spec.template;
      return (['containers', 'initContainers'] as const).flatMap((list) =>
        pod?.spec[list]?.length ? [`${kind} ${prefix}/template/spec/${list}[]/image`] : [],
      );
    }),
  );
  expect(fieldSpecs.map(({ kind, path: place }) => `${kind} ${place}`).sort()).toEqual([...places].sort());
});

interface PodMonitor {
  spec: {
    selector: { matchLabels: Record<string, string> };
    podMetricsEndpoints: { port: string; relabelings: { replacement: string }[] }[];
  };
}

test('Prometheus reads what the alerts name, and reaches those ports and no others', () => {
  const folder = 'deploy/kubernetes/components/monitoring';
  const monitors = parseAllDocuments(read(`${folder}/podMonitors.yaml`)).map(
    (document) => (document.toJS() as PodMonitor).spec,
  );
  const jobs = monitors.flatMap(({ podMetricsEndpoints }) =>
    podMetricsEndpoints.map(({ relabelings }) => relabelings[0]?.replacement),
  );
  const rules = read('deploy/monitoring/alerts.yml');
  const named = [...rules.matchAll(/job=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|'));
  expect(jobs).toEqual(
    expect.arrayContaining([...new Set(named)].filter((name) => name !== 'account-outside')),
  );

  const exporter = parse(read(`${folder}/postgresExporter.yaml`)) as Resource;
  const { patches } = parse(read(`${folder}/kustomization.yaml`)) as Component;
  const portsOf = (name: string): { name: string; containerPort: number }[] => [
    ...((name === 'postgres-exporter' ? exporter.spec?.template : podOf(name))?.spec.containers.flatMap(
      ({ ports = [] }) => ports,
    ) ?? []),
    ...patches
      .filter(({ target }) => target.name === name)
      .flatMap(({ patch }) => parse(patch) as Patch<{ name: string; containerPort: number }>[])
      .filter(({ path: place }) => place.endsWith('/ports/-'))
      .map(({ value }) => value),
  ];
  const scraped = monitors.flatMap(({ selector, podMetricsEndpoints }) =>
    podMetricsEndpoints.map(
      ({ port }) =>
        portsOf(selector.matchLabels['app.kubernetes.io/name'] ?? '').find(({ name }) => name === port)
          ?.containerPort,
    ),
  );
  const policy = parse(read(`${folder}/networkPolicy.yaml`)) as Resource;
  const open = policy.spec?.ingress?.flatMap(({ ports }) => ports.map(({ port }) => port)) ?? [];
  expect(scraped.sort()).toEqual(open.sort());
});
