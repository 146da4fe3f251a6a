import type { UiNode, UiNodeInputAttributes } from '@ory/client';
import { exactNumber, isExact, type ExactNumber } from '../exactJson.ts';
import { inputAttributes, isField, ownValue } from './inputAttributes.ts';
import * as nodeName from './nodeName.ts';
import { pathOf } from './nodeName.ts';
import { valueOf } from './shownValue.ts';

type Leaf = string | number | boolean | null | ExactNumber;
type List = (Leaf | List | Body)[];
interface Body {
  [name: string]: Leaf | List | Body;
}
type Tree = List | Body;

/** The types that Kratos has demanded of fields, by name: a flow does not show those of a list without entries. */
export type DemandedTypes = Map<string, Set<string>>;

interface FormBodyOptions {
  /** The types that Kratos has demanded in its refusal of an earlier body. */
  demanded?: DemandedTypes;
  /** The traits that the account has: whatever of them was not edited is sent as it is. */
  traits?: unknown;
  /** The names of lists, if the identity schema is known: a flow shows those without entries as texts. */
  lists?: readonly string[];
}

/** Without a prototype, so that `__proto__` is an ordinary key. */
const empty = (): Body => Object.create(null) as Body;

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !isExact(value);

const copyOf = (value: unknown): Body[string] =>
  Array.isArray(value)
    ? value.map(copyOf)
    : isTree(value)
      ? Object.assign(
          empty(),
          Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)])),
        )
      : (value as Leaf);

/** Completes the value of a datetime-local input (`2026-01-31T12:00`) to an RFC 3339 date-time in UTC. */
const dateTime = (value: string): string =>
  /T\d\d:\d\d$/.test(value) ? `${value}:00Z` : /[Zz]$|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`;

function typed(input: UiNodeInputAttributes | undefined, value: string, demanded?: Set<string>): Leaf {
  if (input?.type === 'checkbox') return ownValue(input) === undefined || value;
  if ((input?.type === 'number' || demanded?.has('number')) && Number.isFinite(Number(value)))
    return exactNumber(value);
  if (input?.type === 'datetime-local') return dateTime(value);
  const samples: unknown[] = [
    input?.value,
    ...(input?.options ?? []).map((option) => option.value as unknown),
  ];
  if (samples.some((sample) => typeof sample === 'boolean')) return value === 'true';
  if (samples.some((sample) => typeof sample === 'number')) return exactNumber(value);
  return value;
}

const sameLines = (one: string, other: string): boolean =>
  one.replaceAll('\r\n', '\n').replaceAll('\r', '\n') ===
  other.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/** Returns the value that a node came with if its control still has it; undefined if it was edited, or had none. */
function untouched(input: UiNodeInputAttributes | undefined, text: string): Leaf | undefined {
  const value: unknown = input?.value;
  if (!input || value === undefined || isTree(value)) return undefined;
  const isShown =
    input.type === 'datetime-local'
      ? // without scripts it is edited as it was sent
        text === value || Date.parse(`${text}Z`) === Date.parse(`${valueOf(input)}Z`)
      : sameLines(text, valueOf(input));
  if (!isShown) return undefined;
  return typeof value === 'string' && input.type === 'number' ? typed(input, value) : (value as Leaf);
}

/** Whether a value is the one that a flow has, whose numbers have fewer digits. */
const isSame = (stored: unknown, shown: Leaf): boolean =>
  isExact(stored)
    ? isExact(shown)
      ? stored.rawJSON === shown.rawJSON
      : Number(stored.rawJSON) === shown
    : stored === shown;

const isUnticked = (node: UiNode): boolean => {
  const input = inputAttributes(node);
  const value: unknown = input?.value;
  return (
    input?.type === 'checkbox' &&
    input.name !== '' &&
    !input.required &&
    !input.disabled &&
    typeof value === 'boolean'
  );
};

/** Returns the names of lists that have a node of their own: with entries, or several fields of one method. */
function listNames(nodes: UiNode[]): Set<string> {
  const names = nodes.map((node) => inputAttributes(node)?.name ?? '');
  const fields = nodes.filter(isField).map((node) => `${node.group} ${inputAttributes(node)?.name ?? ''}`);
  return new Set(
    nodes.flatMap((node, at) => {
      const name = names[at] ?? '';
      const field = `${node.group} ${name}`;
      if (isField(node) && fields.indexOf(field) !== fields.lastIndexOf(field)) return [name];
      const list = nodeName.listName(name);
      return list !== name && names.includes(list) ? [list] : [];
    }),
  );
}

/**
 * Returns the names of lists of objects and of lists, which have no node of their own. In the account's traits they are
 * lists already; otherwise all that a flow shows is the numbers of their entries, without the labels that properties of
 * an object may have.
 */
function nestedLists(nodes: UiNode[]): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const isNested = (name: string): boolean => {
    const depth = pathOf(name).length;
    const inside = nodes.filter((node) => inputAttributes(node)?.name.startsWith(`${name}.`));
    const paths = inside.map((node) => pathOf(inputAttributes(node)?.name ?? ''));
    const places = [...new Set(paths.map((path) => path[depth] ?? ''))];
    const isCounted = places.every((_, place) => places.includes(String(place)));
    if (!isCounted || places.length === 0 || inside.some((node) => node.meta.label)) return false;
    return (
      paths.some((path) => path.length > depth + 1) ||
      (nodeName.listName(name) !== name && isNestedList(nodeName.listName(name)))
    );
  };
  const isNestedList = (name: string): boolean => {
    const answer = known.get(name) ?? isNested(name);
    known.set(name, answer);
    return answer;
  };
  return isNestedList;
}

/** How many entries a form may leave out before one. */
const maxGap = 100;

/** An entry of a list that was emptied. */
const gone = Symbol('gone');

/**
 * Builds a form's JSON body. Names with dots become nested objects, checkboxes and numbers get their type, and empty
 * values are left out. What nobody edited is sent as the flow, or the account, has it: a browser's controls show less than
 * some values have. A tick that was taken away is sent as false. Fields that share a name, and the entries of a list, are
 * sent as a list without those that were emptied. The transient payload, which is already JSON, becomes an object.
 *
 * @param entries the form's values, the clicked button's name and value last
 */
export function formBody(
  entries: Iterable<[string, unknown]>,
  nodes: UiNode[],
  { demanded = new Map(), traits, lists: known = [] }: FormBodyOptions = {},
): Body {
  const result = empty();
  const named = new Map(nodes.map((node) => [inputAttributes(node)?.name, inputAttributes(node)]));
  if (isTree(traits) && nodes.some((node) => inputAttributes(node)?.name.startsWith('traits.')))
    result.traits = copyOf(traits);
  const demandedLists = [...demanded].flatMap(([name, types]) => (types.has('array') ? [name] : []));
  const isNested = nestedLists(nodes);
  const emptied = new Set<Tree>();

  const read = (path: string[]): unknown =>
    path.reduce<unknown>(
      (tree, part) => (isTree(tree) && Object.hasOwn(tree, part) ? (tree as Body)[part] : undefined),
      result,
    );

  /** Returns the container of a path's last part, and creates it if there is something to put into it. */
  const containerOf = (path: string[], isCreated: boolean): Body | undefined => {
    let tree: Body = result;
    for (let at = 0; at < path.length - 1; at += 1) {
      const part = path[at] ?? '';
      const inner = Object.hasOwn(tree, part) ? tree[part] : undefined;
      if (!isTree(inner)) {
        if (!isCreated) return undefined;
        const name = path
          .slice(0, at + 1)
          .map((one) => one.replaceAll('.', '\\.'))
          .join('.');
        tree[part] = isNested(name) ? [] : empty();
      }
      tree = tree[part] as Body;
    }
    return tree;
  };
  const put = (name: string, value: Body[string]): void => {
    const path = pathOf(name);
    const container = containerOf(path, true);
    const last = path.at(-1) ?? '';
    // a list of millions of empty entries costs more than the whole form
    if (Array.isArray(container) && Number(last) > container.length + maxGap) throw new RangeError(name);
    if (container) container[last] = value;
  };
  const remove = (name: string): void => {
    const path = pathOf(name);
    const container = containerOf(path, false);
    const last = path.at(-1) ?? '';
    if (container === undefined || !Object.hasOwn(container, last)) return;
    emptied.add(container);
    if (Array.isArray(container)) (container as unknown[])[Number(last)] = gone;
    else Reflect.deleteProperty(container, last);
  };
  /** Drops emptied entries, and the containers that have nothing left. */
  const tidy = (tree: Tree): void => {
    for (const [name, value] of Object.entries(tree)) {
      if (name === nodeName.transientPayload && tree === result) continue;
      if (!isTree(value)) continue;
      tidy(value);
      if (!emptied.has(value) || Object.keys(value).length > 0) continue;
      emptied.add(tree);
      if (Array.isArray(tree)) (tree as unknown[])[Number(name)] = gone;
      else Reflect.deleteProperty(tree, name);
    }
    if (Array.isArray(tree) && emptied.has(tree))
      tree.splice(0, tree.length, ...tree.filter((value) => (value as unknown) !== gone));
  };

  const isNestedIn = (list: string): boolean =>
    nodes.some((node) => /^(.*)\.\d+\./.exec(inputAttributes(node)?.name ?? '')?.[1] === list);
  const stored = Array.from(named.keys(), (name) => name ?? '').filter((name) =>
    Array.isArray(read(pathOf(name))),
  );
  const shown = listNames(nodes);
  const lists = new Map(
    [...shown, ...demandedLists, ...stored, ...known]
      .filter((name) => !isNestedIn(name))
      .map((name) => [name, [] as Leaf[]]),
  );
  /** Sets a field's value: an entry at its place in its list, another one at the list's end. */
  const set = (name: string, value: Leaf): void => {
    const entries = lists.get(nodeName.listName(name));
    if (entries && name !== nodeName.listName(name)) entries[Number(pathOf(name).at(-1))] = value;
    else if (lists.has(name)) lists.get(name)?.push(value);
    else put(name, value);
  };
  for (const node of nodes.filter(isUnticked)) set(inputAttributes(node)?.name ?? '', false);
  const isEntry = ([name]: [string, unknown]): boolean => !lists.has(name);
  // a list's own field adds an entry to the others
  const sent = [...entries];
  for (const [name, text] of [...sent.filter(isEntry), ...sent.filter((entry) => !isEntry(entry))]) {
    if (typeof text !== 'string') continue;
    if (name === nodeName.transientPayload) {
      if (text !== '') result[name] = JSON.parse(text) as Body;
      continue;
    }
    const input = named.get(name);
    // a refused flow has objects where Kratos expects lists of lists
    if (isTree(input?.value) && text === valueOf(input)) continue;
    const former = read(pathOf(name)) as Leaf | undefined;
    const own = untouched(input, text) ?? (text === '' && former === null ? former : undefined);
    const edited = text === '' ? undefined : typed(input, text, demanded.get(nodeName.listName(name)));
    const value = own === undefined ? edited : isSame(former, own) ? former : own;
    if (value !== undefined) set(name, value);
    else if (!lists.has(name) && !lists.has(nodeName.listName(name)) && !isTree(former)) remove(name);
  }
  for (const [name, list] of lists) {
    // without the places of entries that were emptied
    const entries = Object.values(list);
    const isKept =
      read(pathOf(name)) !== undefined || demanded.has(name) || (!isTree(traits) && shown.has(name));
    if (entries.length > 0 || isKept) put(name, entries);
  }
  tidy(result);
  return result;
}
