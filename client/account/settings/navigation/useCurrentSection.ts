import { useEffect, useState } from 'react';
import { openSection } from './openSection.ts';

/** The anchor of the section that a `details` element is; undefined for any other. */
const anchorIn = (details: HTMLDetailsElement): string | undefined =>
  details.querySelector<HTMLElement>(':scope > summary + [id]')?.id;

/** Does something after the browser's next paint. */
const afterPaint = (work: () => void): void => {
  requestAnimationFrame(() => setTimeout(work));
};

/**
 * The anchor of the section that was opened last and is still open. Listens to the sections instead of being told by them,
 * so that opening one renders no more than the navigation, and only after the section has been painted. Also opens the section that the page's URL names.
 *
 * @param initial the anchor of the one that the page is served with open
 */
export function useCurrentSection(initial: string | undefined): string | undefined {
  const [current, setCurrent] = useState(initial);
  useEffect(() => {
    const follow = (): void => {
      const anchor = location.hash.slice(1);
      if (openSection(anchor)) setCurrent(anchor);
    };
    const onToggle = ({ target }: Event): void => {
      const anchor = target instanceof HTMLDetailsElement ? anchorIn(target) : undefined;
      if (anchor === undefined) return;
      const { open } = target as HTMLDetailsElement;
      afterPaint(() => setCurrent((last) => (open ? anchor : last === anchor ? undefined : last)));
    };
    follow();
    addEventListener('hashchange', follow);
    // does not bubble
    document.addEventListener('toggle', onToggle, true);
    return () => {
      removeEventListener('hashchange', follow);
      document.removeEventListener('toggle', onToggle, true);
    };
  }, []);
  return current;
}
