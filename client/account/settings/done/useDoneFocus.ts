import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { foldSection } from '../navigation/openSection.ts';
import { sectionOfDone, type Done } from './useDone.ts';

const nextStep = 'button, a[href]';

/**
 * Folds the section that was changed, and moves the focus to what comes next: the button in the message that says so, else
 * the message itself.
 *
 * @param done what was done last
 * @param answers how many answers have been shown
 * @returns of the message
 */
export function useDoneFocus(done: Done | undefined, answers: number): RefObject<HTMLDivElement | null> {
  const message = useRef<HTMLDivElement>(null);
  const section = done && sectionOfDone(done);
  const times = done?.times;
  // before the form that was sent could take the focus
  useLayoutEffect(() => {
    if (times !== undefined && section !== undefined) foldSection(anchorOf(section), false);
  }, [section, times, answers]);
  useEffect(() => {
    if (times === undefined) return;
    const target = message.current?.querySelector<HTMLElement>(nextStep) ?? message.current;
    target?.focus();
    message.current?.scrollIntoView({ block: 'nearest' });
  }, [times, answers]);
  return message;
}
