import type { Page } from 'playwright-core';

/**
 * Finds faults in the layout of the current page at its window's size: a page wider than the window, content outside of it or
 * hard against its edge; text that its box cuts off, that spills out of it or that something covers; texts or controls that
 * overlap or touch; and controls that are too small to hit. Leaves the page scrolled to its top.
 *
 * @returns one line for each finding; the words that it quotes differ between languages
 */
export const layoutFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.scrollingElement as HTMLElement;
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
    const edge = 8;
    // the console is denser where there is a mouse (WCAG 2.2, 2.5.8)
    const isConsole = document.documentElement.dataset.page?.startsWith('console-') === true;
    const isDense = isConsole && matchMedia('(pointer: fine) and (width >= 768px)').matches;
    const target = isDense ? 24 : 44;
    const between = 4;

    const remembered = <Value>(read: (element: Element) => Value): ((element: Element) => Value) => {
      const values = new Map<Element, Value>();
      return (element) => {
        const known = values.get(element) ?? read(element);
        values.set(element, known);
        return known;
      };
    };
    scrollTo({ top: 0, behavior: 'instant' });
    const style = remembered((element) => getComputedStyle(element));
    const box = remembered((element) => element.getBoundingClientRect());

    // content behind a modal dialog cannot be used, so it is not checked
    const modal = document.querySelector('dialog:modal');
    const isShown = (element: Element): boolean => {
      if (modal && !modal.contains(element)) return false;
      const { width, height } = box(element);
      const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      // texts only for screen readers are one pixel in size; the skip link is clipped unless it has the focus
      const isDrawn = width > 1 && height > 1 && style(element).clipPath !== 'inset(50%)';
      return isSeen && isDrawn && !element.closest('[aria-hidden="true"]');
    };

    const ancestors = remembered((element): Element[] =>
      element.parentElement ? [element, ...ancestors(element.parentElement)] : [element],
    );
    const isScroller = (element: Element): boolean => /auto|scroll/.test(style(element).overflowX);
    const isScrolled = (element: Element): boolean =>
      ancestors(element).some((ancestor) => ancestor !== root && isScroller(ancestor));

    /** An element and its ancestors up to the next one that scrolls: the boxes that could cut it off. */
    const boxes = (element: Element): Element[] => {
      const around = ancestors(element).filter((one) => one !== document.body && one !== root);
      const scroller = around.findIndex(isScroller);
      return scroller === -1 ? around : around.slice(0, scroller);
    };

    /** An element by its tag and classes, and by those of its nearest ancestor that has a class or an id. */
    const named = (element: Element): string => {
      const own = [element.localName, ...element.classList].join('.');
      const around = element.parentElement?.closest('[class], [id]');
      return around ? `${[around.localName, ...around.classList].join('.')} ${own}` : own;
    };
    const quoted = (text: string | null | undefined): string =>
      `“${(text ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 60)}”`;
    const described = (element: Element): string => `${named(element)} ${quoted(element.textContent)}`;

    /** Each line of visible text, with its element. */
    const lines: { element: Element; rect: DOMRect; text: string }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      // options are drawn by their select
      if (!element || text === '' || !isShown(element) || element.closest('select')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const scroller = ancestors(element).find((one) => one !== root && isScroller(one));
      const isInView = ({ top, bottom }: DOMRect): boolean =>
        !scroller || (top >= box(scroller).top && bottom <= box(scroller).bottom);
      for (const rect of range.getClientRects())
        if (rect.width > 1 && isInView(rect)) lines.push({ element, rect, text });
    }

    // the input of a code is wider than the frame that shows it
    const outside = Array.from(document.querySelectorAll('body :not(input[data-digits])')).filter(
      (element) => {
        const { left, right, top } = box(element);
        const isInside = right <= root.clientWidth + 0.5 && left >= -0.5 && top >= -0.5;
        return !isInside && isShown(element) && !(element.parentElement && isScrolled(element.parentElement));
      },
    );

    const atEdge = lines.filter(
      ({ element, rect }) =>
        (rect.left < edge || rect.right > root.clientWidth - edge) && !isScrolled(element),
    );

    /** Whether a line of text leaves a box. A line is higher than its letters, hence the slack. */
    const leaves = (
      rect: DOMRect,
      { left, right, top, bottom }: DOMRect,
    ): [across: boolean, down: boolean] => {
      const slack = rect.height / 4;
      return [
        rect.right > right + 1 || rect.left < left - 1,
        rect.bottom > bottom + slack || rect.top < top - slack,
      ];
    };

    const cut = lines.filter(({ element, rect }) =>
      boxes(element).some((one) => {
        const { overflowX, overflowY } = style(one);
        const [across, down] = leaves(rect, box(one));
        return (across && /hidden|clip/.test(overflowX)) || (down && /hidden|clip/.test(overflowY));
      }),
    );

    const transparent = /^rgba\(.*, 0\)$/;
    /** Whether the edges of a box are visible: by a border all around, or by a background of its own. */
    const isFramed = (element: Element): boolean => {
      const {
        display,
        borderInlineStartWidth,
        borderBlockStartWidth,
        borderBlockStartColor,
        backgroundColor,
      } = style(element);
      const hasBorder =
        Number.parseFloat(borderInlineStartWidth) > 0 &&
        Number.parseFloat(borderBlockStartWidth) > 0 &&
        !transparent.test(borderBlockStartColor);
      return !/^(inline|contents)$/.test(display) && (hasBorder || !transparent.test(backgroundColor));
    };

    const pen = document.createElement('canvas').getContext('2d');
    /** The controls that show their text in one line and have no room for all of it. */
    const truncated = Array.from(document.querySelectorAll('select, input[placeholder]')).filter(
      (element) => {
        const { font, letterSpacing, paddingLeft, paddingRight, textOverflow } = style(element);
        // many filters have a row to share; a select's list shows the whole of what ends in an ellipsis
        if (!pen || (isConsole && textOverflow === 'ellipsis')) return false;
        pen.font = font;
        pen.letterSpacing = letterSpacing;
        const texts =
          element instanceof HTMLSelectElement
            ? Array.from(element.options, ({ text }) => text)
            : [(element as HTMLInputElement).placeholder];
        const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return isShown(element) && texts.some((text) => pen.measureText(text).width > room);
      },
    );

    const shared = (one: DOMRect, other: DOMRect): [width: number, height: number] => [
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    ];

    /** The layer that a text or control is on: a menu covers the page on purpose. */
    const layer = remembered((element) =>
      ancestors(element).find((ancestor) => /absolute|fixed|sticky/.test(style(ancestor).position)),
    );

    const spilt = lines.filter(({ element, rect }) =>
      boxes(element).some(
        (one) => isFramed(one) && layer(one) === layer(element) && leaves(rect, box(one)).some(Boolean),
      ),
    );

    const pairs = <Item>(items: Item[], matches: (one: Item, other: Item) => boolean): [Item, Item][] =>
      items.flatMap((one, at) =>
        items
          .slice(at + 1)
          .filter((other) => matches(one, other))
          .map((other): [Item, Item] => [one, other]),
      );

    const textsOnTexts = pairs(lines, (one, other) => {
      const [width, height] = shared(one.rect, other.rect);
      const isOver = width > 1 && height > Math.min(one.rect.height, other.rect.height) / 3;
      return isOver && one.element !== other.element && layer(one.element) === layer(other.element);
    });

    const shownControls = Array.from(document.querySelectorAll(controls)).filter(isShown);
    const areApart = (one: Element, other: Element): boolean =>
      !one.contains(other) && !other.contains(one) && layer(one) === layer(other);

    const controlsOnControls = pairs(shownControls, (one, other) => {
      const [width, height] = shared(box(one), box(other));
      // links within a text are as high as their line, so they may overlap a little
      const isOver = width > 1 && height > Math.max(1, Math.min(box(one).height, box(other).height) / 3);
      return isOver && areApart(one, other);
    });

    const touching = pairs(shownControls.filter(isFramed), (one, other) => {
      const [width, height] = shared(box(one), box(other));
      const isNear =
        (width > 1 && height <= 0 && height > -between) || (height > 1 && width <= 0 && width > -between);
      return isNear && areApart(one, other);
    });

    // a link within a text may be as small as its line
    const small = shownControls.filter((element) => {
      const hit = [element, ...ancestors(element).filter((one) => one.matches('label'))].map(box);
      const isLarge = hit.some(({ width, height }) => width >= 24 && height >= target - 0.5);
      return style(element).display !== 'inline' && !isLarge;
    });

    /** Whether an element is in a message that disappears on its own, or in an open menu. */
    const isTemporary = (element: Element): boolean =>
      element.closest('[role=status]') !== null ||
      (layer(element)?.matches('details[open] > *, details[open] ~ *') ?? false);
    /** Scrolls a vertical position of the page to about the middle of the window. */
    const bringNear = (middle: number): void => {
      if (Math.abs(middle - scrollY - innerHeight / 2) > innerHeight / 4)
        scrollTo({ top: middle - innerHeight / 2, behavior: 'instant' });
    };
    /** The element that covers the middle of a text or control once it is scrolled into view. */
    const coverOf = (element: Element, { left, top, width, height }: DOMRect): Element | undefined => {
      bringNear(top + height / 2);
      // fixed and sticky boxes move with the window
      const moved = element.getBoundingClientRect().top - box(element).top;
      const [x, y] = [left + width / 2, top + height / 2 + moved];
      const hit =
        x < 0 || x >= root.clientWidth || y < 0 || y >= innerHeight ? null : document.elementFromPoint(x, y);
      const isOwn =
        hit === null ||
        isTemporary(hit) ||
        hit.contains(element) ||
        element.contains(hit) ||
        hit === element.closest('label');
      return isOwn || isScrolled(element) ? undefined : hit;
    };

    const covered = [
      ...lines.map(({ element, rect, text }) => ({ element, text, cover: coverOf(element, rect) })),
      ...shownControls.map((element) => ({
        element,
        text: element.textContent,
        cover: coverOf(element, box(element)),
      })),
    ];
    scrollTo({ top: 0, behavior: 'instant' });

    return [
      ...(root.scrollWidth > root.clientWidth
        ? [`the page is wider than its window: ${quoted(`${root.scrollWidth} px`)}`]
        : []),
      ...outside.map((element) => `outside of the window: ${described(element)}`),
      ...atEdge.map(({ text, element }) => `hard against the edge: ${named(element)} ${quoted(text)}`),
      ...cut.map(({ text, element }) => `cut off: ${named(element)} ${quoted(text)}`),
      ...spilt.map(({ text, element }) => `spills out of its box: ${named(element)} ${quoted(text)}`),
      ...truncated.map((element) => `too long for its control: ${named(element)}`),
      ...textsOnTexts.map(
        ([one, other]) =>
          `overlapping: ${named(one.element)} and ${named(other.element)}: ${quoted(one.text)} and ${quoted(other.text)}`,
      ),
      ...controlsOnControls.map(([one, other]) => `overlapping: ${described(one)} and ${described(other)}`),
      ...touching.map(([one, other]) => `touching: ${described(one)} and ${described(other)}`),
      ...small.map((element) => `smaller than ${target} px: ${described(element)}`),
      ...covered.flatMap(({ element, text, cover }) =>
        cover ? [`covered by ${named(cover)}: ${named(element)} ${quoted(text)}`] : [],
      ),
    ];
  });
