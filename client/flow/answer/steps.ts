import type { Flow } from '../../../shared/page.ts';
import { browser } from './browser.ts';
import { canRenew } from './canRenew.ts';

/** The states of the history's entries. */
const first = 'first step';
const later = 'later step';

/** Leads back to the first step; undefined while that is shown. */
let goBack: (() => void) | undefined;

/**
 * Gives the steps after a flow's first one an entry in the browser's history, so that the browser's Back leads to the
 * first step. Removes it when the page itself leads back.
 *
 * @param back leads to the first step
 */
export function noteStep(before: Flow, after: Flow, back: () => void): void {
  const isFirst = canRenew(after);
  if (canRenew(before) === isFirst) return;
  if (!isFirst) {
    history.replaceState(first, '');
    history.pushState(later, '');
  } else if (goBack) history.back();
  goBack = isFirst ? undefined : back;
}

/** Shows the step of the history's entry that the browser has moved to. */
export function followHistory({ id }: Flow): void {
  const state: unknown = history.state;
  if (state === first && goBack) {
    goBack();
    goBack = undefined;
  } else if ((state === first || state === later) && browser.namedFlow() !== id) browser.goTo(browser.url());
}
