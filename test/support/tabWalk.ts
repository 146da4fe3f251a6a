/** The focused element. */
export interface Focus {
  /** Its name for a screen reader; empty if nothing has the focus. */
  name: string;
  /** Why its focus cannot be seen. */
  fault?: string;
  /** Whether it is in a frame, whose own document has to be asked. */
  isInFrame?: boolean;
}

/** A stop of a walk with Tab. */
export interface Stop extends Focus {
  /**
   * Whether it is not above the last one in the same part of the page; a link in a field's label, which comes after the
   * field, may be a little above it, and the button that mails a code is below the address although it comes after the
   * password's.
   */
  isBelow: boolean;
  /** Whether the walk ends here. */
  isLast: boolean;
}

/** A walk in the page. */
interface TabWalk {
  /** Describes the stop that it is at. */
  here: () => Stop;
  /** Moves on from that stop. */
  leave: () => void;
  /** Takes the stops that were left by presses sent at once. */
  passed: () => Stop[];
  end: () => void;
}

/** Describes the focused element. Runs in the page. */
export const readFocus = (): Focus => {
  const element = document.activeElement as HTMLElement;
  if (element === document.body) return { name: '' };
  const named = (element as HTMLInputElement).labels?.[0] ?? element;
  const hidden = Array.from(named.querySelectorAll<HTMLElement>('[aria-hidden="true"]'));
  const text = hidden.reduce((left, { innerText }) => left.replace(innerText, ''), named.innerText);
  const name = (element.getAttribute('aria-label') ?? text).replace(/\s+/g, ' ').trim();
  if (element instanceof HTMLIFrameElement) return { name, isInFrame: true };
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none')
    return { name, fault: 'has no ring' };
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  const isSeen = !top || element.contains(top) || top.contains(element);
  return isSeen ? { name } : { name, fault: 'is out of sight' };
};

/**
 * Begins a walk at the focused element. Runs in the page.
 *
 * Presses of Tab may be sent several at once, so that the browser need not paint the page for each: the walk then looks at
 * every stop when the next press is about to leave it, and ignores presses at the last stop, and at one with a fault.
 *
 * @param read `readFocus` @param goal the name of the last stop; by default the walk ends where it began
 * @returns whether presses may be sent at once; they may not where scripts are off, so that no listener runs
 */
const beginWalk = (read: () => Focus, goal?: string | RegExp): boolean => {
  const page = globalThis as { tabWalk?: TabWalk };
  page.tabWalk?.end();
  const start = document.activeElement;
  const passed: Stop[] = [];
  let [before, isAtStart] = [start, true];
  const part = (element: Element | null) => element?.closest('nav, main, header, footer');
  const here = (): Stop => {
    const focus = read();
    const [last, now] = [before, document.activeElement];
    const isElsewhere = !now || !last || part(now) !== part(last);
    return {
      ...focus,
      isBelow:
        isElsewhere ||
        [now, last].some((element) => element.matches('button[value="code"]')) ||
        now.getBoundingClientRect().top > last.getBoundingClientRect().top - 48,
      isLast:
        goal === undefined
          ? now === start
          : goal instanceof RegExp
            ? goal.test(focus.name)
            : goal === focus.name,
    };
  };
  const leave = (): void => {
    before = document.activeElement;
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    if (isAtStart) {
      isAtStart = false;
      return;
    }
    const stop = here();
    if (stop.isLast || stop.fault !== undefined) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    passed.push(stop);
    leave();
  };
  addEventListener('keydown', onKey, true);
  page.tabWalk = {
    here,
    leave,
    passed: () => passed.splice(0),
    end: () => removeEventListener('keydown', onKey, true),
  };
  let hasRun = false;
  addEventListener('tabwalk', () => (hasRun = true), { once: true });
  dispatchEvent(new Event('tabwalk'));
  return hasRun;
};

/** The script that begins a walk. @param goal see `beginWalk` */
export const walkScript = (goal?: string | RegExp): string =>
  `(${beginWalk.toString()})(${readFocus.toString()}, ${typeof goal === 'string' ? JSON.stringify(goal) : String(goal)})`;

/**
 * Reports the progress of the walk. Runs in the page.
 *
 * @param leaves whether to go on from this stop, unless it is the last or has a fault: where no listener runs
 * @returns undefined if another page has been opened
 */
export const readWalk = (leaves: boolean): { here: Stop; passed: Stop[] } | undefined => {
  const { tabWalk: walk } = globalThis as { tabWalk?: TabWalk };
  if (!walk) return undefined;
  const [passed, here] = [walk.passed(), walk.here()];
  const goesOn = leaves && !here.isLast && here.fault === undefined;
  if (goesOn) walk.leave();
  return { here, passed: goesOn ? [...passed, here] : passed };
};

/** Ends the walk. Runs in the page. */
export const endWalk = (): void => (globalThis as { tabWalk?: TabWalk }).tabWalk?.end();
