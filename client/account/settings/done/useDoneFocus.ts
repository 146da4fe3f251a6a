import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { anchorOf } from '../../../../shared/flow/methods.ts';
import { foldSection } from '../navigation/openSection.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { sectionOfDone, staysOpen, type Done } from './useDone.ts';

const nextStep = 'button, a[href]';

/**
 * Folds the changed section, unless it stays open, and the profile, whose form would push that section out of view, and moves
 * the focus to the next step: the button in the message about the change, otherwise the message itself.
 *
 * @param answers how many answers have been shown
 * @returns the ref of the message
 */
export function useDoneFocus(done: Done | undefined, answers: number): RefObject<HTMLDivElement | null> {
  const message = useRef<HTMLDivElement>(null);
  const section = done && sectionOfDone(done);
  const times = done?.times;
  const open = done !== undefined && staysOpen(done);
  // before the submitted form could take the focus
  useLayoutEffect(() => {
    // the page was served with it folded, and somebody may have opened it since
    if (!times) return;
    if (!open) foldSection(anchorOf(nodeGroup.profile), false);
    if (section !== undefined) foldSection(anchorOf(section), open);
  }, [section, open, times, answers]);
  useEffect(() => {
    if (times === undefined) return;
    const target = message.current?.querySelector<HTMLElement>(nextStep) ?? message.current;
    target?.focus();
    message.current?.scrollIntoView({ block: 'nearest' });
  }, [times, answers]);
  return message;
}
