import { useEffect, useState } from 'react';

/**
 * The anchor of the section that is being looked at: the topmost one in the upper half of the window.
 *
 * @param anchors of all sections, in order, joined by a space
 * @returns undefined before scripts have looked
 */
export function useActiveSection(anchors: string): string | undefined {
  const [active, setActive] = useState<string>();
  useEffect(() => {
    if (!('IntersectionObserver' in window)) return;
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        setActive(anchors.split(' ').find((anchor) => seen.has(anchor)));
      },
      { rootMargin: '0px 0px -50% 0px' },
    );
    for (const anchor of anchors.split(' ')) {
      const section = document.getElementById(anchor);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [anchors]);
  return active;
}
