import { randomInt, randomUUID } from 'node:crypto';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { Flow, Page, PageContext } from '../../shared/page.ts';

type FlowPage = Extract<Page, { props: { flow: Flow } }>;

/**
 * The values in which two visits to the same page differ, each with its form. A value of another form could be written
 * differently in HTML, JSON or a URL, so its page is rendered.
 */
const forms = {
  flowId: /^[\da-f-]{36}$/,
  flowToken: /^[\w+/-]{40,}={0,2}$/,
  issuedAt: /^[\d:.TZ+-]{10,40}$/,
  expiresAt: /^[\d:.TZ+-]{10,40}$/,
  createdAt: /^(?:[\d:.TZ+-]{10,40})?$/,
  updatedAt: /^(?:[\d:.TZ+-]{10,40})?$/,
  scriptNonce: /^(?:[\da-f-]{36})?$/,
  passkeyChallenge: /^(?:[\w-]{16,})?$/,
  passkeyUser: /^(?:[\w-]{16,})?$/,
  csrfToken: /^[\w.-]{40,}$/,
  servedAt: /^\d{13}$/,
  nonce: /^[\w+/-]{16,}={0,2}$/,
};

export type ValueName = keyof typeof forms;

/** The values of one visit; '' for those that its flow lacks. */
export type VisitValues = Record<ValueName, string>;

const names = Object.keys(forms) as ValueName[];

/** Placeholders for the values in a rendered page. They are random, so no page contains one by chance. */
export const markers: VisitValues = {
  ...(Object.fromEntries(names.map((name) => [name, randomUUID()])) as VisitValues),
  // a number among the latest times that a date can have
  servedAt: String(8_000_000_000_000_000 + randomInt(2 ** 47)),
};

const nameOf = new Map(names.map((name) => [markers[name], name]));
const anyMarker = new RegExp(`(${[...nameOf.keys()].join('|')})`);

/** Returns the text between markers and the names of the markers' values in turn, with a text at both ends. */
export const splitAtMarkers = (html: string): string[] =>
  html.split(anyMarker).map((part) => nameOf.get(part) ?? part);

const challengeIn = /"challenge":"([\w-]+)"/;
const userIn = /"user":\{[^{}]*"id":"([\w-]+)"/;

/**
 * Returns the values of a visit.
 *
 * @returns undefined if one is missing or has another form
 */
export function visitValues(flow: Flow, context: PageContext, nonce: string): VisitValues | undefined {
  const values: VisitValues = {
    flowId: flow.id,
    flowToken: '',
    issuedAt: String(flow.issued_at),
    expiresAt: String(flow.expires_at),
    createdAt: String('created_at' in flow ? flow.created_at : ''),
    updatedAt: String('updated_at' in flow ? flow.updated_at : ''),
    scriptNonce: '',
    passkeyChallenge: '',
    passkeyUser: '',
    csrfToken: context.csrfToken,
    servedAt: String(context.servedAt),
    nonce,
  };
  for (const node of flow.ui.nodes) {
    if (node.attributes.node_type === 'script') values.scriptNonce = node.attributes.nonce;
    const input = inputAttributes(node);
    const value: unknown = input?.value;
    if (!input || typeof value !== 'string') continue;
    const { name } = input;
    if (name === nodeName.csrfToken) values.flowToken = value;
    if (name === nodeName.passkeyChallenge || name === nodeName.passkeyCreateData) {
      values.passkeyChallenge = challengeIn.exec(value)?.[1] ?? '';
      values.passkeyUser = userIn.exec(value)?.[1] ?? '';
    }
  }
  return names.every((name) => forms[name].test(values[name])) ? values : undefined;
}

/** Values that may also occur in URLs and within texts. */
const anywhere = ['flowId', 'scriptNonce', 'passkeyChallenge', 'passkeyUser'] as const;

/** Returns a flow's page and its context as JSON with markers in place of a visit's values. */
export function withMarkers(page: FlowPage, context: PageContext, values: VisitValues): string {
  const { flow } = page.props;
  const markedFlow = {
    ...flow,
    issued_at: markers.issuedAt,
    expires_at: markers.expiresAt,
    ...('created_at' in flow && { created_at: markers.createdAt }),
    ...('updated_at' in flow && { updated_at: markers.updatedAt }),
  };
  const marked = [
    { ...page, props: { ...page.props, flow: markedFlow } },
    { ...context, csrfToken: markers.csrfToken, servedAt: Number(markers.servedAt) },
  ];
  const json = JSON.stringify(marked).replaceAll(
    `"value":"${values.flowToken}"`,
    `"value":"${markers.flowToken}"`,
  );
  return anywhere.reduce(
    (text, name) => (values[name] === '' ? text : text.replaceAll(values[name], markers[name])),
    json,
  );
}
