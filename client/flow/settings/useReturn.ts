import { useEffect, type RefObject } from 'react';
import type { Flow } from '../../../shared/page.ts';
import type { FlowSurroundings } from '../FlowContext.ts';
import { takePending } from '../pendingChange.ts';
import { anchorOf } from './anchorOf.ts';
import { openSection } from './openSection.ts';

/** Puts back what was typed, as far as it may be. */
function fill(form: HTMLFormElement, typed: Record<string, string>): void {
  for (const [name, value] of Object.entries(typed)) {
    const control = form.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
    if (control.type === 'hidden' || control.type === 'password') continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value === 'true';
    else control.value = value;
  }
}

/**
 * Goes on where somebody left who had to confirm who they are: in the same section, with what they typed. Where the
 * provider has made the change by itself, or says why not, there is nothing left to tell.
 *
 * @param flow the flow that the page was served with
 * @param page the element that holds the forms
 * @param tell says what is left to do
 */
export function useReturn(
  flow: Flow,
  page: RefObject<HTMLElement | null>,
  tell: FlowSurroundings['tell'],
): void {
  const { id } = flow;
  const isAnswered =
    flow.state === 'success' || flow.ui.messages?.some(({ type }) => type === 'error') === true;
  useEffect(() => {
    const change = takePending(id);
    if (!change) return;
    openSection(anchorOf(change.section));
    if (isAnswered) return;
    const form = page.current?.querySelector<HTMLFormElement>(`form[data-section="${change.section}"]`);
    if (form) fill(form, change.typed);
    tell({ severity: 'info', text: 'settings.confirmed' });
  }, [id, isAnswered, page, tell]);
}
