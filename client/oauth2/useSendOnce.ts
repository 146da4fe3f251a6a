import { useEffect, useRef, type SubmitEventHandler } from 'react';

/**
 * Allows a form to be sent only once: Hydra refuses the second of two answers to one request, and the browser follows
 * the second.
 *
 * @returns the form's `onSubmit`
 */
export function useSendOnce(): SubmitEventHandler {
  const isSent = useRef(false);
  useEffect(() => {
    // a page restored from the back/forward cache can be sent again
    const back = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) isSent.current = false;
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
  return (event) => {
    if (isSent.current) event.preventDefault();
    isSent.current = true;
  };
}
