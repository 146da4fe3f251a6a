import { useEffect, type RefObject } from 'react';
import { useHydrated } from '../ui/useHydrated.ts';

const firstError = '[aria-invalid="true"]';
const field = 'input:not([type="hidden"], [type="submit"], [hidden], :disabled), select:not(:disabled)';
const control = `${field}, button:not(:disabled), summary`;
/** Excludes what is folded away, which cannot have the focus. */
const unfolded = ':not(details:not([open]) *)';

/** Prepares a wrong value for retyping: clears a code's cells, and selects any other text. */
function startOver(wrong: HTMLInputElement): void {
  if (wrong.dataset.digits === undefined) {
    wrong.select();
    return;
  }
  wrong.value = '';
  delete wrong.dataset.complete;
}

interface Focus {
  /** How many answers have been shown. */
  answers: number;
  /** The id of the section whose form was sent last. */
  section: string | undefined;
  /** Whether the page is a single task and so starts with the focus in it. */
  autofocus: boolean;
}

/** The start of the method used last, otherwise the first empty field; none that is folded away. */
function beginning(page: HTMLElement): HTMLElement | undefined {
  const start = page.querySelector<HTMLElement>(`[data-start]:not(:disabled)${unfolded}`);
  const isFilled = start instanceof HTMLInputElement && start.type !== 'checkbox' && start.value !== '';
  if (start && !isFilled) return start;
  const fields = Array.from(page.querySelectorAll<HTMLInputElement>(`form :is(${field})${unfolded}`));
  return fields.find(({ value }) => value === '') ?? fields[0];
}

/** Returns the element to focus on this page; undefined leaves the focus where it is. */
function target(
  page: HTMLElement,
  messages: HTMLElement,
  { answers, section, autofocus }: Focus,
): HTMLElement | undefined {
  const invalid =
    page.querySelector<HTMLElement>('[data-next]') ?? page.querySelector<HTMLElement>(firstError);
  if (invalid) return invalid;
  const error = messages.querySelector<HTMLElement>('[data-error]');
  // where nothing was answered, Enter tries again
  const isRetried =
    autofocus && error?.dataset.error === 'unanswered' && page.contains(document.activeElement);
  if (error) return isRetried ? undefined : messages;
  const arrives = answers === 0;
  if (arrives && (!autofocus || document.activeElement !== document.body || location.hash)) return undefined;
  if (autofocus) return beginning(page) ?? messages;
  if (messages.childElementCount > 0) return messages;
  return (
    page.querySelector<HTMLElement>(`form[data-section="${section ?? ''}"] :is(${control})`) ?? undefined
  );
}

/**
 * Moves the focus to the step that follows from an error, otherwise to the first field with one, whose value is
 * selected or cleared, otherwise to the messages if something went wrong (not if there was no answer), otherwise to the start of the method used
 * last, otherwise to the first empty field. On a page of several tasks: to the messages, or to the form that was
 * sent.
 *
 * @param messages the focusable element with the messages
 * @param focus when to move, and how
 */
export function useFocus(
  page: RefObject<HTMLElement | null>,
  messages: RefObject<HTMLElement | null>,
  { answers, section, autofocus }: Focus,
): void {
  const scripts = useHydrated();
  useEffect(() => {
    if (!scripts || !page.current || !messages.current) return;
    const focused = target(page.current, messages.current, { answers, section, autofocus });
    focused?.focus();
    if (focused instanceof HTMLInputElement && focused.matches(firstError)) startOver(focused);
    // `section` is omitted: only an answer moves the focus, not sending a form. `scripts` is included: it enables
    // buttons that need scripts, which can then take the focus.
  }, [page, messages, answers, autofocus, scripts]);
}
