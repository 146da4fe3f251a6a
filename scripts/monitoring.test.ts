import { describe, expect, test } from '@jest/globals';
import { read } from '../test/support/composeFile.ts';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { createMetrics } from '../server/metrics/metrics.ts';
import { recordWith } from '../test/support/requestRecord.ts';
import { rateLimited } from '../server/http/errors.ts';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[]; gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
  templating: { list: { query: string }[] };
}
interface Rules {
  groups: { rules: { alert: string; expr: string; for?: string; annotations: { summary: string } }[] }[];
}

interface Tests {
  tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[];
}
type Queries = Record<string, { metrics: Record<string, { usage: string }>[] }>;

const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as Dashboard;
const { groups } = parse(read('deploy/monitoring/alerts.yml')) as Rules;
const { tests } = parse(read('deploy/monitoring/alerts.test.yml')) as Tests;
const rules = groups.flatMap((group) => group.rules);

/** The panels' and rules' expressions, by where they stand. */
const expressions: [string, string][] = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    // Grafana replaces its variables before Prometheus reads an expression
    targets.map(({ expr }): [string, string] => [title, expr.replaceAll('$__rate_interval', '1m')]),
  ),
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
];

/** The texts of all nodes of one kind in an expression. */
function nodesIn(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.name === kind) found.push(expression.slice(from, to));
    },
  });
  return found;
}

/** The metrics of a portal after one request, call and refusal: their names, and the labels of each name. */
async function served(): Promise<Map<string, Set<string>>> {
  const metrics = createMetrics(() => ({ connections: 1, requests: 1 }));
  metrics.record(recordWith({ problem: rateLimited(1), status: 429 }));
  metrics.observeCall({ upstream: 'kratosPublic', outcome: '2xx', ms: 1, exemplar: undefined });
  const names = new Map<string, Set<string>>();
  const { text } = await metrics.read(undefined);
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:{(.*)})? /gm))
    names.set(name, new Set([...labels.matchAll(/(\w+)="/g)].map(([, label]) => label ?? '')));
  return names;
}

/** The labels that Prometheus itself adds. */
const addedLabels = ['job', 'instance'];

/** The metrics of Prometheus and of the exporters, with the labels that rules use. */
const others = new Map<string, Set<string>>([
  ['up', new Set()],
  ['probe_success', new Set()],
  ['probe_ssl_earliest_cert_expiry', new Set()],
  ['pg_up', new Set()],
  ['pg_stat_database_numbackends', new Set(['datname'])],
  ['pg_settings_max_connections', new Set()],
  ['node_filesystem_avail_bytes', new Set(['fstype', 'mountpoint'])],
  ['node_filesystem_size_bytes', new Set(['fstype', 'mountpoint'])],
  ['kubelet_volume_stats_available_bytes', new Set(['namespace', 'persistentvolumeclaim'])],
  ['kubelet_volume_stats_capacity_bytes', new Set(['namespace', 'persistentvolumeclaim'])],
]);
for (const file of ['kratos', 'hydra'])
  for (const [name, { metrics }] of Object.entries(
    parse(read(`deploy/monitoring/${file}-queries.yml`)) as Queries,
  )) {
    const columns = metrics.flatMap((one) => Object.entries(one));
    const labels = new Set(columns.filter(([, { usage }]) => usage === 'LABEL').map(([column]) => column));
    for (const [column, { usage }] of columns) if (usage === 'GAUGE') others.set(`${name}_${column}`, labels);
  }

describe('every expression of the dashboard and of the alerts', () => {
  test.each(expressions)('is PromQL: %s', (_place, expression) => {
    expect(nodesIn(expression, '⚠')).toEqual([]);
    expect(nodesIn(expression, 'VectorSelector').length).toBeGreaterThan(0);
  });

  test.each(expressions)('names metrics and labels that are served: %s', async (_place, expression) => {
    const names = new Map([...others, ...(await served())]);
    for (const selector of nodesIn(expression, 'VectorSelector')) {
      const [name = ''] = nodesIn(selector, 'Identifier');
      expect([...names.keys()]).toContain(name);
      const known = [...(names.get(name) ?? []), ...addedLabels];
      for (const label of nodesIn(selector, 'LabelName')) expect(known).toContain(label);
    }
  });
});

test('each alert is made to fire once in alerts.test.yml', () => {
  const fired = tests.flatMap(({ alert_rule_test: expected }) =>
    expected.filter(({ exp_alerts: alerts }) => alerts.length > 0).map(({ alertname }) => alertname),
  );
  expect(fired.sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

test('the dashboard’s variables name a metric of the portal’s', async () => {
  const names = await served();
  for (const { query } of dashboard.templating.list.filter((one) => one.query.startsWith('label_values')))
    expect([...names.keys()]).toContain(/\((\w+)/.exec(query)?.[1]);
});

test('no two panels of the dashboard overlap', () => {
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});

test('a single failure among few requests raises no alert: a share must stay high for at least its window', () => {
  const minutes = (text = ''): number => Number.parseInt(text);
  const shares = rules.filter(({ expr }) => expr.includes('/ sum'));
  expect(shares.length).toBeGreaterThan(2);
  for (const rule of shares) {
    const [window] = nodesIn(rule.expr, 'NumberDurationLiteralInDurationContext');
    expect([rule.alert, minutes(rule.for) >= minutes(window)]).toEqual([rule.alert, true]);
  }
});

test('docs/incidents.md says what to do about each alert, and names no others', () => {
  const documented = [...read('docs/incidents.md').matchAll(/`((?:[A-Z][a-z]+){2,})`/g)].map(
    ([, name]) => name,
  );
  expect([...new Set(documented)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const { annotations } of rules) expect(annotations.summary).not.toBe('');
});
