import { useEffect, type RefObject } from 'react';

/**
 * Keeps what the browser scrolls to, such as the place that gets the focus, clear of the messages that stay at the top of
 * the window (WCAG 2.2, 2.4.11).
 *
 * @param messages the element that holds the messages
 */
export function useRoomForMessages(messages: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!messages.current || !('ResizeObserver' in window)) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.scrollPaddingBlockStart = `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`;
    });
    observer.observe(messages.current);
    return () => {
      observer.disconnect();
      style.scrollPaddingBlockStart = '';
    };
  }, [messages]);
}
