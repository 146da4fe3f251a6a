import { useEffect, type RefObject } from 'react';

/**
 * Sets the CSS property `--room` to the height of the sticky messages, so that they do not cover what the browser
 * scrolls to (WCAG 2.2, 2.4.11).
 *
 * @param messages the element that holds the messages
 */
export function useMessagesHeight(messages: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!messages.current || !('ResizeObserver' in window)) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty('--room', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`);
    });
    observer.observe(messages.current);
    return () => observer.disconnect();
  }, [messages]);
}
