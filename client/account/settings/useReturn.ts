import { useEffect, type RefObject } from 'react';
import type { Flow, Notice } from '../../../shared/page.ts';
import type { FlowSurroundings } from '../../flow/FlowContext.ts';
import { fill } from '../../shell/fill.ts';
import { takePending, type PendingChange } from '../../flow/submit/pendingChange.ts';
import { submissionId } from '../../flow/submit/submissionId.ts';
import { anchorOf } from '../../../shared/flow/anchorOf.ts';
import { openSection } from './openSection.ts';
import { changesSaved } from '../../../shared/flow/messageId.ts';

/** Whether a change can still be made: the button is gone where the provider has done what it stands for. */
const isOffered = (form: HTMLFormElement, { section, submitter: by }: PendingChange): boolean =>
  Array.from(form.elements).some(
    (control) =>
      control instanceof HTMLButtonElement && submissionId(section, control.name, control.value) === by,
  );

/**
 * Goes on where somebody left who had to confirm who they are: in the same section, with what they typed. Where the
 * provider has made the change by itself, or says why not, there is nothing left to do.
 *
 * @param flow the flow that the page was served with
 * @param notice what the served page says; after a form that was sent without scripts it has done all of this itself
 * @param page the element that holds the forms
 * @param announce announces what was done, or is left to do
 */
export function useReturn(
  flow: Flow,
  notice: Notice | undefined,
  page: RefObject<HTMLElement | null>,
  announce: FlowSurroundings['announce'],
): void {
  const isSaved = flow.state === 'success';
  const isRefused = flow.ui.messages?.some(({ type }) => type === 'error') === true;
  useEffect(() => {
    const change = takePending(flow, isSaved);
    if (!change || notice === 'confirmed') return;
    const open = (): void => openSection(anchorOf(change.section));
    open();
    // and again, once what is told below has taken its room at the top of the window
    requestAnimationFrame(() => requestAnimationFrame(open));
    // a saved change of before has the forms sent to a newer flow
    const isMade = isSaved && (change.submitter === '' || change.action.includes(flow.id));
    if (isMade) announce({ severity: 'success', text: `provider.${changesSaved}` });
    const form = page.current?.querySelector<HTMLFormElement>(`form[data-section="${change.section}"]`);
    if (isMade || isRefused || !form || !isOffered(form, change)) return;
    fill(form, change.typed);
    announce({ severity: 'info', text: 'flow.confirmed' });
  }, [flow, isSaved, isRefused, notice, page, announce]);
}
