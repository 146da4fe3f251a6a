import { useCallback, useEffect, useState } from 'react';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { foldSection, openSection, sectionAt } from './openSection.ts';

/** Returns the anchor of a section's `details` element; undefined for any other. */
const anchorIn = (details: Element): string | undefined =>
  details.querySelector<HTMLElement>(':scope > summary + [id]')?.id;

/** The anchor of the open section that an element is in, which may be in a `details` of its own within it. */
function openAnchorOf(element: Element): string | undefined {
  const details = element.closest('details[open]');
  return details ? (anchorIn(details) ?? openAnchorOf(details.parentElement ?? document.body)) : undefined;
}

/** Runs a function after the browser's next paint. */
const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

/**
 * The section in use: the open one that was opened last or has had the focus since. It is marked by `data-current`,
 * for its primary button. Listens to the sections instead of being told by them, so that opening one renders no more
 * than the navigation, and only after the section has been painted; what is below the window then comes into view. Also
 * opens the section that the page's URL names.
 *
 * @param initial the anchor of the initially open section
 * @returns the section's anchor, and what goes to another one
 */
export function useCurrentSection(
  initial: string | undefined,
): [current: string | undefined, go: (anchor: string) => void] {
  const [current, setCurrent] = useState(initial);
  const go = useCallback((anchor: string): void => {
    if (openSection(anchor)) setCurrent(anchor);
  }, []);
  useEffect(() => {
    const follow = (): void => go(location.hash.slice(1));
    const onToggle = ({ target }: Event): void => {
      const anchor = target instanceof HTMLDetailsElement ? anchorIn(target) : undefined;
      if (anchor === undefined) return;
      const { open, firstElementChild: row } = target as HTMLDetailsElement;
      afterPaint(() => {
        // a row pressed at the bottom of the window
        if (open && document.activeElement === row) (target as Element).scrollIntoView({ block: 'nearest' });
        setCurrent((last) => (open ? anchor : last === anchor ? undefined : last));
      });
    };
    const onFocus = ({ target }: FocusEvent): void => {
      const anchor = target instanceof Element ? openAnchorOf(target) : undefined;
      if (anchor !== undefined) afterPaint(() => setCurrent(anchor));
    };
    // the profile is open where nothing else was asked for
    const named = location.hash.slice(1);
    if (initial === anchorOf(nodeGroup.profile) && named !== initial && sectionAt(named))
      foldSection(initial, false);
    follow();
    addEventListener('hashchange', follow);
    // does not bubble
    document.addEventListener('toggle', onToggle, true);
    document.addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('hashchange', follow);
      document.removeEventListener('toggle', onToggle, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, [go, initial]);
  useEffect(() => {
    const section = current === undefined ? undefined : sectionAt(current);
    // the list says that it has one, too: `:has()` would restyle all of it
    const marked = [section, section?.parentElement];
    for (const element of marked) element?.setAttribute('data-current', '');
    return () => marked.forEach((element) => element?.removeAttribute('data-current'));
  }, [current]);
  return [current, go];
}
