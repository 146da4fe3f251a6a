import { useEffect, type RefObject } from 'react';

const firstError = '[aria-invalid="true"]';
const fields = 'form input:not([type="hidden"], [type="submit"], :disabled), form select:not(:disabled)';

const isEmpty = (field: HTMLInputElement | HTMLSelectElement) => field.value === '';

/**
 * Moves the focus to where the person goes on: the first field with an error, else the messages where something went wrong,
 * else the first empty field.
 *
 * @param page the element that holds messages and forms
 * @param messages the element that holds the messages, focusable
 * @param answers how many answers have been shown
 * @param autofocus whether a page without errors begins in its first field
 */
export function useFocus(
  page: RefObject<HTMLElement | null>,
  messages: RefObject<HTMLElement | null>,
  answers: number,
  autofocus: boolean,
): void {
  useEffect(() => {
    const invalid = page.current?.querySelector<HTMLElement>(firstError);
    const wrong = messages.current?.querySelector('[data-error]') ? messages.current : undefined;
    const mayBegin = answers > 0 || (autofocus && document.activeElement === document.body && !location.hash);
    const all = Array.from(page.current?.querySelectorAll<HTMLInputElement>(fields) ?? []);
    const field = mayBegin && autofocus ? (all.find(isEmpty) ?? all[0]) : undefined;
    (invalid ?? wrong ?? field ?? (answers > 0 ? messages.current : undefined))?.focus();
  }, [page, messages, answers, autofocus]);
}
