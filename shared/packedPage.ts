import type { UiNode, UiText } from '@ory/client';
import type { Page } from './page.ts';

/**
 * The parts of a page's data that the browser derives or never reads: a node's empty parts and
 * most frequent types, which `completeNodes` adds, a flag that is off, and a script beside the name of the function that it
 * calls. None of this matches inside a JSON string, where quotation marks are escaped.
 */
const leftOut =
  /,"disabled":false|"type":"input",(?="group")|"(?:messages":\[\]|meta":{}),(?="(?:meta|attributes)")|"(?:organization_id":null|refresh":false),|,"node_type":"input"(?=})|"on(?:click|load)":"(?:[^"\\]|\\.)*",(?="on(?:click|load)Trigger":"\w)/g;

/** A node's label: its id, and the provider's English text and severity, which no label shows. */
const labelText = /("label":{"id":(\d+)),"text":"(?:[^"\\]|\\.)*","type":"info"/g;

/**
 * Returns a page's data as JSON for the browser, which completes them with `completeNodes`.
 *
 * @param hasText whether the page's texts have one without arguments for a provider message, so that a label with its id
 *   never shows the provider's own text
 */
export const packedPage = (page: Page, hasText: (id: string) => boolean): string =>
  JSON.stringify(page)
    .replace(leftOut, '')
    .replace(labelText, (whole: string, kept: string, id: string) => (hasText(id) ? kept : whole));

/** Returns the nodes of a page's form. */
function nodesOf({ props }: Page): UiNode[] {
  const form = 'flow' in props ? props.flow : 'passkeyOffer' in props && props.passkeyOffer;
  return form ? form.ui.nodes : [];
}

/** Adds to a page from `packedPage` what it left out of the nodes. */
export function completeNodes(page: Page): void {
  for (const node of nodesOf(page)) {
    Object.assign(node, { type: 'input', messages: [] as UiText[], meta: {} }, { ...node });
    Object.assign(node.attributes, { node_type: 'input' }, { ...node.attributes });
    const { label } = node.meta;
    if (label) Object.assign(label, { text: '', type: 'info' }, { ...label });
  }
}
