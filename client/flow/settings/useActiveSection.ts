import { useEffect, useState } from 'react';

/** How far below the top of what is seen a section's title may be and the section still count, in pixels. */
const titleReach = 64;

const topOf = (anchor: string): number =>
  document.getElementById(anchor)?.getBoundingClientRect().top ?? Infinity;

/** The section at the top of the window; at the page's end the one that was jumped to, as far as it is in view, or the last. */
function activeSection(anchors: string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  if (scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1) {
    const target = location.hash.slice(1);
    return anchors.includes(target) && topOf(target) >= 0 ? target : anchors.at(-1);
  }
  const padding = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0;
  return anchors.findLast((anchor) => topOf(anchor) <= padding + titleReach) ?? anchors[0];
}

/**
 * The anchor of the section that is being looked at.
 *
 * @param anchors of all sections, in order, joined by a space
 * @returns undefined before scripts have looked
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
