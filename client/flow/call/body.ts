import type { UiNode } from '@ory/client';
import { inputAttributes, isField, ownValue } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { isCode, normalizeCode } from '../model/codes.ts';
import { listName } from '../model/listName.ts';

type Value = string | number | boolean;
type List = (Value | List | Body)[];
interface Body {
  [name: string]: Value | List | Body;
}

/** Without a prototype, so that `__proto__` is an ordinary key. */
const empty = () => Object.create(null) as Body;

/** Completes the value of a datetime-local input (`2026-01-31T12:00`) to an RFC 3339 date-time in UTC. */
const dateTime = (value: string) =>
  /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : value.endsWith('Z') ? value : `${value}Z`;

/** The types that Kratos has demanded of fields, by name: a flow does not show those of a list without entries. */
export type DemandedTypes = Map<string, Set<string>>;

function typed(node: UiNode | undefined, value: string, demanded?: Set<string>): Value {
  const input = node && inputAttributes(node);
  if (input && isCode(input.name)) return normalizeCode(value);
  if (input?.type === 'checkbox') return ownValue(input) === undefined || value;
  if ((input?.type === 'number' || demanded?.has('number')) && Number.isFinite(Number(value)))
    return Number(value);
  if (input?.type === 'datetime-local') return dateTime(value);
  const samples: unknown[] = [
    input?.value,
    ...(input?.options ?? []).map((option) => option.value as unknown),
  ];
  if (samples.some((sample) => typeof sample === 'boolean')) return value === 'true';
  if (samples.some((sample) => typeof sample === 'number')) return Number(value);
  return value;
}

function put(body: Body, path: string[], value: Body[string]): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = body[name];
  const branch = typeof inner === 'object' && !Array.isArray(inner) ? inner : empty();
  body[name] = branch;
  put(branch, rest, value);
}

/**
 * Turns the objects in a body whose keys are numbers, as in `traits.contacts.0.name`, into lists; not those in the transient
 * payload, which is JSON already.
 */
function makeLists(body: Body): void {
  for (const [name, value] of Object.entries(body)) {
    if (name === nodeName.transientPayload || typeof value !== 'object' || Array.isArray(value)) continue;
    makeLists(value);
    const keys = Object.keys(value);
    if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) body[name] = Object.values(value);
  }
}

const isUnticked = (node: UiNode) => {
  const input = inputAttributes(node);
  return input?.type === 'checkbox' && input.name !== '' && !input.required && !input.disabled;
};

/** Returns the names of lists: those that have an entry, and those shared by several fields of one method. */
function listNames(nodes: UiNode[]): Set<string> {
  const fields = nodes
    .filter(isField)
    .map((node) => [node.group, inputAttributes(node)?.name ?? ''] as const);
  const lists = fields.filter(
    ([group, name], index) =>
      listName(name) !== name ||
      fields.slice(0, index).some(([otherGroup, otherName]) => otherGroup === group && otherName === name),
  );
  return new Set(lists.map(([, name]) => listName(name)));
}

/**
 * Builds a form's JSON body: names with dots become nested objects, checkboxes and numbers get their type, and empty
 * values are left out, as in the provider's handling of a native submit. An optional unticked checkbox is sent as
 * false. Fields that share a name, or whose names are numbered, are sent as a list without its empty entries. The
 * transient payload, which is already JSON, becomes an object.
 *
 * @param entries the form's values, the clicked button's name and value last
 * @param nodes the form's nodes
 * @param demanded the types that Kratos has demanded in its refusal of an earlier body
 */
export function body(
  entries: Iterable<[string, unknown]>,
  nodes: UiNode[],
  demanded: DemandedTypes = new Map(),
): Body {
  const result = empty();
  const named = new Map(nodes.map((node) => [inputAttributes(node)?.name, node]));
  for (const node of nodes.filter(isUnticked))
    put(result, inputAttributes(node)?.name.split('.') ?? [], false);
  const emptyLists = [...demanded].flatMap(([name, types]) => (types.has('array') ? [name] : []));
  const lists = new Map<string, Value[]>([...listNames(nodes), ...emptyLists].map((name) => [name, []]));
  for (const [name, list] of lists) put(result, name.split('.'), list);
  for (const [name, value] of entries) {
    if (typeof value !== 'string' || value === '') continue;
    if (name === nodeName.transientPayload) {
      put(result, [name], JSON.parse(value) as Body);
      continue;
    }
    const list = lists.get(listName(name));
    const sent = typed(named.get(name), value, demanded.get(listName(name)));
    if (list) list.push(sent);
    else put(result, name.split('.'), sent);
  }
  makeLists(result);
  return result;
}
