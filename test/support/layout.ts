import type { Page } from 'playwright-core';

/**
 * What is wrong with the geometry of the current page at its window's width: a page wider than the window, content outside
 * of it, text that its box cuts off, and texts or controls that lie on one another.
 *
 * @returns one line for each finding
 */
export const layoutFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // texts for screen readers alone are one pixel in size
      return isSeen && width > 1 && height > 1 && !element.closest('[aria-hidden="true"]');
    };

    const ancestors = (element: Element | null): Element[] =>
      element === null ? [] : [element, ...ancestors(element.parentElement)];

    /** The boxes that could cut an element off: those up to the first that scrolls. */
    const boxes = (element: Element): Element[] => {
      const around = ancestors(element).filter(
        (box) => box !== document.body && box !== document.documentElement,
      );
      const scroller = around.findIndex((box) => /auto|scroll/.test(getComputedStyle(box).overflowX));
      return scroller === -1 ? around : around.slice(0, scroller);
    };

    const named = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160);

    /** Each line of visible text, with its element. */
    const lines: { element: Element; rect: DOMRect; text: string }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (!element || text === '' || !isShown(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects())
        if (rect.width > 1) lines.push({ element, rect, text: text.slice(0, 60) });
    }

    // the field of a code is wider than the frame that shows it
    const widened = 'input[data-digits]';
    const outside = Array.from(document.querySelectorAll(`body :not(${widened})`)).filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      const isScrolled = ancestors(element.parentElement).some((ancestor) =>
        /auto|scroll/.test(getComputedStyle(ancestor).overflowX),
      );
      return isShown(element) && !isScrolled && (right > root.clientWidth + 0.5 || left < -0.5);
    });

    const cut = lines.filter(({ element, rect }) =>
      boxes(element).some((box) => {
        const { overflowX, overflowY } = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const across = /hidden|clip/.test(overflowX) && (rect.right > right + 1 || rect.left < left - 1);
        // a line's box is higher than its letters
        const slack = rect.height / 4;
        const down =
          /hidden|clip/.test(overflowY) && (rect.bottom > bottom + slack || rect.top < top - slack);
        return across || down;
      }),
    );

    const overlap = (one: DOMRect, other: DOMRect, tolerance: number): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > tolerance;

    /** The layer that a text or control lies on: a menu lies over the page on purpose. */
    const layer = (element: Element): Element | undefined =>
      ancestors(element).find((ancestor) =>
        /absolute|fixed|sticky/.test(getComputedStyle(ancestor).position),
      );

    const pairs = <Item>(items: Item[], matches: (one: Item, other: Item) => boolean): [Item, Item][] =>
      items.flatMap((one, at) =>
        items
          .slice(at + 1)
          .filter((other) => matches(one, other))
          .map((other): [Item, Item] => [one, other]),
      );

    const textsOnTexts = pairs(
      lines,
      (one, other) =>
        one.element !== other.element &&
        overlap(one.rect, other.rect, Math.min(one.rect.height, other.rect.height) / 3) &&
        layer(one.element) === layer(other.element),
    );

    const shownControls = Array.from(document.querySelectorAll(controls)).filter(isShown);
    const controlsOnControls = pairs(shownControls, (one, other) => {
      if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) return false;
      // links within a text may be as tall as their line
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      return overlap(a, b, 1) && overlap(a, b, Math.min(a.height, b.height) / 3);
    });

    return [
      ...(root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : []),
      ...outside.map((element) => `outside of the window: ${named(element)}`),
      ...cut.map(({ text, element }) => `cut off: “${text}” in ${named(element)}`),
      ...textsOnTexts.map(([one, other]) => `overlapping: “${one.text}” and “${other.text}”`),
      ...controlsOnControls.map(([one, other]) => `overlapping: ${named(one)} and ${named(other)}`),
    ];
  });
