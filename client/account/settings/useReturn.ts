import { isError } from '../../../shared/flow/messages.ts';
import { useEffect, type RefObject } from 'react';
import type { Flow, Notice } from '../../../shared/page.ts';
import type { FlowSurroundings } from '../../flow/FlowContext.ts';
import { fill } from '../../shell/fill.ts';
import { takePending, type PendingChange } from '../../flow/answer/pendingChange.ts';
import { submissionId } from '../../flow/form/formIds.ts';
import { anchorOf } from '../../../shared/flow/methods.ts';
import { foldSection, openSection } from './navigation/openSection.ts';
import { success } from '../../../shared/flow/flowState.ts';

/** Returns the button that makes a change; undefined if the provider has already made it. */
const buttonOf = (
  form: HTMLFormElement,
  { section, submitter }: PendingChange,
): HTMLButtonElement | undefined =>
  Array.from(form.elements).find(
    (control): control is HTMLButtonElement =>
      control instanceof HTMLButtonElement &&
      submissionId(section, control.name, control.value) === submitter,
  );

/**
 * Resumes a change after re-authentication: opens its section and fills in the typed values. If the provider has
 * already made the change, the page says so; if it refused it, nothing is filled in, and the message stays in view.
 *
 * @param notice the served page's notice; with `confirmed` the server has filled in the
 * form, and the change is sent again
 */
export function useReturn(
  flow: Flow,
  notice: Notice | undefined,
  page: RefObject<HTMLElement | null>,
  announce: FlowSurroundings['announce'],
): void {
  const isSaved = flow.state === success;
  useEffect(() => {
    const change = takePending(flow, isSaved);
    if (!change) return;
    const form = page.current?.querySelector<HTMLFormElement>(`form[data-section="${change.section}"]`);
    const button = form && buttonOf(form, change);
    if (notice === 'confirmed') {
      // filled in by the server
      if (button) form.requestSubmit(button);
      return;
    }
    // after an earlier saved change the forms are sent to a newer flow
    const isAlreadySaved = isSaved && (change.submitter === '' || change.action.includes(flow.id));
    if (isAlreadySaved) return;
    const anchor = anchorOf(change.section);
    // the message has the focus, or the button that the error is at
    if (flow.ui.messages?.some(isError) || button?.dataset.next !== undefined) {
      foldSection(anchor, true);
      return;
    }
    const open = (): void => void openSection(anchor);
    open();
    // and again, once the announcement below takes up space at the top of the window
    requestAnimationFrame(() => requestAnimationFrame(open));
    if (!button) return;
    fill(form, change.typed);
    button.focus({ preventScroll: true });
    announce({ severity: 'info', text: 'flow.confirmed' });
  }, [flow, isSaved, notice, page, announce]);
}
