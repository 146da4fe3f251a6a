import { useEffect, useState } from 'react';

/** A section counts as reached if it begins at most this far below the position that a link scrolls to, in pixels. */
const reach = 40;

const topOf = (section: HTMLElement): number => section.getBoundingClientRect().top;

const isReached = (section: HTMLElement): boolean =>
  topOf(section) <= parseFloat(getComputedStyle(section).scrollMarginBlockStart) + reach;

/** The section at the top of the window; at the page's end the one jumped to if it is in view, else the last. */
function activeSection(anchors: string[]): string | undefined {
  const sections = anchors.map((anchor) => document.getElementById(anchor)).filter((found) => found !== null);
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1) {
    const target = sections.find(({ id }) => id === location.hash.slice(1));
    return (target && topOf(target) >= 0 ? target : sections.at(-1))?.id;
  }
  return (sections.findLast(isReached) ?? sections[0])?.id;
}

/**
 * The anchor of the section that is scrolled to.
 *
 * @param anchors of all sections, in order, joined by a space
 * @returns undefined before the first measurement
 */
export function useActiveSection(anchors: string): string | undefined {
  const [active, setActive] = useState<string>();
  useEffect(() => {
    const look = (): void => setActive(activeSection(anchors.split(' ')));
    const causes = ['scroll', 'resize', 'hashchange'];
    look();
    for (const cause of causes) addEventListener(cause, look, { passive: true });
    return () => {
      for (const cause of causes) removeEventListener(cause, look);
    };
  }, [anchors]);
  return active;
}
