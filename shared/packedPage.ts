import type { UiNode, UiNodeAttributes, UiText } from '@ory/client';
import { fieldsOf } from './fields.ts';
import type { Page } from './page.ts';

/**
 * The parts of a page's data that the browser derives or never reads: a node's empty parts and
 * most frequent types, which `completeNodes` adds, a flag that is off, and a script beside the name of the function that it
 * calls. None of this matches inside a JSON string, where quotation marks are escaped.
 */
const leftOut =
  /,"disabled":false|"type":"input",(?="group")|"(?:messages":\[\]|meta":{}),(?="(?:meta|attributes)")|"(?:organization_id":null|refresh":false),|,"node_type":"input"(?=})|"on(?:click|load)":"(?:[^"\\]|\\.)*",(?="on(?:click|load)Trigger":"\w)/g;

/** A node's label: its id, and the provider's English text and severity, which no label shows, and an empty context. */
const labelText = /("label":{"id":(\d+)),"text":"(?:[^"\\]|\\.)*","type":"info"(?:,"context":{})?/g;

/** A label's text and severity, if the same text follows as the title in its context: the label of a trait. */
const titleText =
  /(?<="label":{"id":\d+,)"text":("(?:[^"\\]|\\.)*"),"type":"info",(?="context":{(?:"name":"[^"\\]*",)?"title":\1[,}])/g;

/** The shortest value that is read from the page: what asks for a passkey is a thousand characters long. */
const longValue = 100;

/** The attributes of a node whose value the browser may read from the page. */
interface ReadFromPage {
  name: string;
  value?: string;
  /** Whether it does. */
  inPage?: true;
}

const escaped = (value: string): string =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Whether a value is in a page, in the only control of its name. */
function isInPage({ name, value = '' }: ReadFromPage, html: string): boolean {
  const [before = '', after = '', ...others] = html.split(` name="${escaped(name)}"`);
  if (after === '' || others.length > 0) return false;
  const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>'));
  return tag.includes(` value="${escaped(value)}"`);
}

/** Whether a node has a long value that is in the page as well: a hidden input's, or a scripted button's. */
function isShown(attributes: UiNodeAttributes, html: string): boolean {
  if (!('name' in attributes) || !/^(?:hidden|button)$/.test(attributes.type)) return false;
  const { name, value } = attributes as ReadFromPage;
  // an HTML parser turns a carriage return into a line feed
  return (
    typeof value === 'string' &&
    value.length >= longValue &&
    !value.includes('\r') &&
    isInPage({ name, value }, html)
  );
}

/**
 * Returns a page's data as JSON for the browser, which completes them with `completeNodes`.
 *
 * @param html the page's main part
 * @param hasText whether the page's texts have one without arguments for a provider message, so that a label with its id
 *   never shows the provider's own text
 */
export function packedPage(page: Page, html: string, hasText: (id: string) => boolean): string {
  const shown = new Set<unknown>(
    nodesOf(page)
      .map(({ attributes }) => attributes)
      .filter((one) => isShown(one, html)),
  );
  const inPage = (value: object): object => ({ ...value, value: undefined, inPage: true });
  return JSON.stringify(page, (_key, value: unknown) => (shown.has(value) ? inPage(value as object) : value))
    .replace(leftOut, '')
    .replace(titleText, '')
    .replace(labelText, (whole: string, kept: string, id: string) => (hasText(id) ? kept : whole));
}

/** Returns the nodes of a page's form. */
function nodesOf({ props }: Page): UiNode[] {
  const form = 'flow' in props ? props.flow : 'passkeyOffer' in props && props.passkeyOffer;
  return form ? form.ui.nodes : [];
}

/**
 * Adds to a page from `packedPage` what it left out of the nodes.
 *
 * @param valueInPage returns the value of the page's only control with a name, as it was served
 */
export function completeNodes(page: Page, valueInPage: (name: string) => string): void {
  for (const node of nodesOf(page)) {
    Object.assign(node, { type: 'input', messages: [] as UiText[], meta: {} }, { ...node });
    Object.assign(node.attributes, { node_type: 'input' }, { ...node.attributes });
    const input = node.attributes as ReadFromPage;
    if (input.inPage) input.value = valueInPage(input.name);
    const { label } = node.meta;
    if (label)
      Object.assign(label, { text: fieldsOf(label.context).title ?? '', type: 'info' }, { ...label });
  }
}
