import { useCallback, useRef } from 'react';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { success } from '../../../../shared/flow/flowState.ts';
import type { FlowOf } from '../../../../shared/page.ts';
import { browser } from '../../../flow/answer/browser.ts';
import { keepTyped } from '../../../shell/keepTyped.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';

const languageIn = ({ ui }: FlowOf['settings']): unknown =>
  ui.nodes.map(inputAttributes).find((input) => input?.name === nodeName.localeTrait)?.value;

/**
 * Reloads the settings once another language has been saved in the profile, because the server then answers in that
 * language. Text typed into other sections is kept.
 *
 * @returns a callback for each flow shown
 */
export function useProfileLanguage(served: FlowOf['settings']): (flow: FlowOf['settings']) => void {
  const language = useRef(languageIn(served));
  return useCallback((flow) => {
    if (flow.state !== success || languageIn(flow) === language.current) return;
    language.current = languageIn(flow);
    keepTyped();
    // with its fragment, the page's own URL would only scroll
    browser.goTo(browser.url().replace(/#.*/, ''));
  }, []);
}
