import type { Page } from 'playwright-core';

/**
 * Finds controls of the current page whose focus cannot be seen: their look does not change, their ring is cut off, or
 * something covers them (WCAG 2.2, 2.4.7 and 2.4.11).
 *
 * @returns one line for each finding
 */
export const focusFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    // the page would report a required field that is left empty
    const silence = (event: Event) => event.stopImmediatePropagation();
    const events = ['focus', 'blur', 'focusin', 'focusout'];
    for (const name of events) addEventListener(name, silence, true);

    const ancestors = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...ancestors(element.parentElement)];
    const looks = (element: Element): string =>
      ancestors(element)
        .slice(0, 4)
        .map((one) => {
          const { outline, borderColor, boxShadow } = getComputedStyle(one);
          return [outline, borderColor, boxShadow].join(' ');
        })
        .join('\n');
    const described = (element: HTMLElement): string =>
      `${[element.localName, ...element.classList].join('.')} “${element.innerText.trim().slice(0, 60)}”`;

    /** Whether the window, or an ancestor that clips, cuts an element's ring off. */
    const isCut = (element: Element): boolean => {
      const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(element);
      const ring =
        outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const leaves = (box: { left: number; right: number; top: number; bottom: number }): boolean =>
        left - ring < box.left - 0.5 ||
        right + ring > box.right + 0.5 ||
        top - ring < box.top - 0.5 ||
        bottom + ring > box.bottom + 0.5;
      const around = ancestors(element.parentElement);
      // a modal dialog is not clipped by its ancestors
      const modal = around.findIndex((one) => one.matches(':modal'));
      const clipping = (modal === -1 ? around : around.slice(0, modal + 1)).filter(
        (one) =>
          one !== document.body &&
          one !== document.documentElement &&
          getComputedStyle(one).overflow !== 'visible',
      );
      const { clientWidth } = document.documentElement;
      const page = { left: 0, right: clientWidth, top: -Infinity, bottom: Infinity };
      return ring > 0 && (leaves(page) || clipping.some((one) => leaves(one.getBoundingClientRect())));
    };

    const isCovered = (element: Element): boolean => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(
        left + Math.min(width, innerWidth) / 2,
        top + Math.min(height, innerHeight) / 2,
      );
      // a message that disappears on its own may cover the end of the page, as may a menu that closes on focus
      if (hit?.closest('[role=status], header details[open], header details[open] ~ *, footer details[open]'))
        return false;
      return (
        hit === null || !(hit.contains(element) || element.contains(hit) || hit === element.closest('label'))
      );
    };

    const controls = 'a[href], button, input:not([type=hidden], [tabindex="-1"]), select, textarea, summary';
    const shown = Array.from(document.querySelectorAll<HTMLElement>(controls)).filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
    );
    (document.activeElement as HTMLElement).blur();
    // all at once: every change of focus makes the browser recompute styles
    const atRest = shown.map((element) => [element, looks(element)] as const);
    for (const [element, before] of atRest) {
      element.focus();
      if (document.activeElement !== element) continue;
      if (looks(element) === before) found.push(`no focus ring: ${described(element)}`);
      // the ring of a code is drawn by the frame around its input
      if (!element.matches('[data-digits]') && isCut(element))
        found.push(`focus ring cut off: ${described(element)}`);
      if (isCovered(element)) found.push(`covered in focus: ${described(element)}`);
    }
    (document.activeElement as HTMLElement).blur();
    for (const name of events) removeEventListener(name, silence, true);
    scrollTo(0, 0);
    return found;
  });
