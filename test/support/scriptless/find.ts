import { descriptionOf, fullText, isShown, labelsOf, matches, nameOf, type Text } from './naming.ts';

/** The properties that distinguish an element from others of its role. */
export interface RoleOptions {
  name?: Text;
  exact?: boolean;
  /** A heading's level. */
  level?: number;
  description?: Text;
}

/** The elements that have a role without an attribute that says so. */
const native: Record<string, string> = {
  banner: 'header',
  button: 'button, input[type="submit"], input[type="button"], input[type="reset"]',
  checkbox: 'input[type="checkbox"]',
  combobox: 'select',
  contentinfo: 'footer',
  dialog: 'dialog',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  radio: 'input[type="radio"]',
  textbox: 'input:not([type]), input[type="text"], input[type="email"], input[type="tel"], textarea',
};

/** An element or document to look into. */
export type Scope = Document | Element;

export const byCss = (scope: Scope, css: string): Element[] => Array.from(scope.querySelectorAll(css));

const isHidden = (element: Element): boolean =>
  element.closest('[aria-hidden="true"]') !== null || !isShown(element);

/** Whether a header or a footer belongs to a part of the page. */
const isOfPart = (element: Element): boolean =>
  element.matches('header, footer') && element.closest('article, aside, main, nav, section') !== null;

const levelOf = (element: Element): number =>
  Number(element.getAttribute('aria-level') ?? element.localName.slice(1));

/** Finds the elements with a role that assistive technology can reach. @throws Error for a role without a row in the table */
export function byRole(scope: Scope, role: string, options: RoleOptions = {}): Element[] {
  const selector = native[role];
  if (selector === undefined) throw new Error(`no element is known to have the role ${role}`);
  const { name, exact, level, description } = options;
  return byCss(scope, `${selector}, [role="${role}"]`).filter(
    (element) =>
      (element.getAttribute('role') ?? role) === role &&
      !isOfPart(element) &&
      (level === undefined || levelOf(element) === level) &&
      !isHidden(element) &&
      (name === undefined || matches(nameOf(element), name, exact)) &&
      (description === undefined || matches(descriptionOf(element), description, exact)),
  );
}

/** Finds the elements that a label names. */
export const byLabel = (scope: Scope, label: Text, exact?: boolean): Element[] =>
  byCss(
    scope,
    'input:not([type="hidden"]), select, textarea, button, output, [aria-label], [aria-labelledby]',
  ).filter((element) => labelsOf(element).some((text) => matches(text, label, exact)));

/** Finds the innermost elements with a text. */
export function byText(scope: Scope, text: Text, exact?: boolean): Element[] {
  const known = new Map<Element, string>();
  const found = new Set(
    byCss(scope, '*').filter((element) => matches(fullText(element, known), text, exact)),
  );
  return Array.from(found).filter(
    (element) => !Array.from(element.children).some((child) => found.has(child)),
  );
}
