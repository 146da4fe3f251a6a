/** A text to look for. */
export type Text = string | RegExp;

const normalized = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Whether a text matches the one to look for: a string may be a part of it, ignoring case, unless `exact`. */
export function matches(text: string, wanted: Text, exact = false): boolean {
  const found = normalized(text);
  if (typeof wanted !== 'string') return wanted.test(found);
  return exact
    ? found === normalized(wanted)
    : found.toLowerCase().includes(normalized(wanted).toLowerCase());
}

const withoutText = new Set(['script', 'style', 'template', 'head']);
const blocks =
  /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)$/;

const isButtonInput = (element: Element): element is HTMLInputElement =>
  element.matches('input[type="submit"], input[type="button"], input[type="reset"]');

/**
 * The text of an element and all that is in it, visible or not.
 *
 * @param known the texts of elements that have been read
 */
export function fullText(element: Element, known = new Map<Element, string>()): string {
  if (withoutText.has(element.localName)) return '';
  if (isButtonInput(element)) return element.value;
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? '';
    return node.nodeType === node.ELEMENT_NODE ? fullText(node as Element, known) : '';
  };
  const text = known.get(element) ?? Array.from(element.childNodes, read).join('');
  known.set(element, text);
  return text;
}

const isSummary = ({ localName }: Element): boolean => localName === 'summary';

/** Whether a user sees an element: nothing hides it but styles, which are not applied. */
export function isShown(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (one.hasAttribute('hidden') || withoutText.has(one.localName)) return false;
    if (one.localName === 'dialog' && !one.hasAttribute('open')) return false;
    if (one.localName === 'input' && (one as HTMLInputElement).type === 'hidden') return false;
    const parent: Element | null = one.parentElement;
    const isFolded = parent?.localName === 'details' && !parent.hasAttribute('open');
    if (isFolded && one !== Array.from(parent.children).find(isSummary)) return false;
  }
  return true;
}

/** The visible text of an element, with a line for each block. */
export function shownText(element: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return (node.nodeValue ?? '').replace(/\s+/g, ' ');
    if (node.nodeType !== node.ELEMENT_NODE) return '';
    const one = node as Element;
    if (one.localName === 'br') return '\n';
    if (!isShown(one)) return '';
    const text = Array.from(one.childNodes, read).join('');
    return blocks.test(one.localName) ? `\n${text}\n` : text;
  };
  const text = Array.from(element.childNodes, read).join('');
  return text.replace(/ *\n+ */g, '\n').trim();
}

/** The elements that an attribute with ids names. */
function referenced(element: Element, attribute: string): Element[] {
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.flatMap((id) => element.ownerDocument.getElementById(id) ?? []);
}

/** The texts that label an element, of which one has to match. */
export function labelsOf(element: Element): string[] {
  const labelling = referenced(element, 'aria-labelledby');
  if (labelling.length > 0) return labelling.map((one) => fullText(one));
  const own = element.getAttribute('aria-label')?.trim();
  if (own) return [own];
  return Array.from((element as HTMLInputElement).labels ?? [], (one) => fullText(one));
}

/** Returns the part of an element's name that its content contributes, as assistive technology reads it. */
function nameFromContent(element: Element): string {
  const read = (node: Node): string => {
    if (node.nodeType === node.TEXT_NODE) return node.nodeValue ?? '';
    if (node.nodeType !== node.ELEMENT_NODE) return '';
    const one = node as Element;
    if (one.getAttribute('aria-hidden') === 'true' || !isShown(one)) return '';
    const name = one.getAttribute('aria-label') ?? one.getAttribute('alt') ?? nameFromContent(one);
    return blocks.test(one.localName) ? ` ${name} ` : name;
  };
  return Array.from(element.childNodes, read).join('');
}

const namedByContent = /^(?:a|button|h[1-6]|td|th|option|summary)$/;

/** An element's accessible name (Accessible Name and Description Computation, section 4.3). */
export function nameOf(element: Element): string {
  const labels = referenced(element, 'aria-labelledby').map(nameFromContent);
  if (labels.length > 0) return normalized(labels.join(' '));
  const own = element.getAttribute('aria-label')?.trim();
  if (own) return own;
  if (isButtonInput(element)) return element.value;
  const names = Array.from((element as HTMLInputElement).labels ?? [], nameFromContent);
  if (names.length > 0) return normalized(names.join(' '));
  const content = namedByContent.test(element.localName) ? nameFromContent(element) : '';
  return normalized(content || (element.getAttribute('title') ?? ''));
}

/** An element's accessible description. */
export const descriptionOf = (element: Element): string =>
  normalized(
    referenced(element, 'aria-describedby')
      .map((one) => fullText(one))
      .join(' '),
  );
