/** A visitor's step to bring a page into a state, by the CSS selector of an element. */
export type Step =
  /** Clicks an element, opening any details around it. */
  | { press: string }
  | { type: string; text: string }
  /** Presses a key in a field while caps lock is on. */
  | { capsLock: string }
  /** Waits for an element. */
  | { see: string };

/**
 * Performs the steps on a hydrated page, as far as it has their elements. Its source runs in a browser, so it can use
 * nothing from outside.
 *
 * @param shown the page; the frame's document in the gallery
 * @returns once everything is done
 * @throws Error that names the selector when the page has no such element that scripts have taken over
 */
export async function perform(shown: Document, steps: Step[]): Promise<void> {
  const window = shown.defaultView;
  if (!window) throw new Error('the page is not shown');
  // React marks the elements that it has hydrated; a summary needs no scripts
  const isReady = (element: Element): boolean =>
    element.matches('summary') || Object.keys(element).some((key) => key.startsWith('__react'));
  const find = async (selector: string): Promise<HTMLElement> => {
    for (let tries = 0; tries < 200; tries++) {
      const element = shown.querySelector<HTMLElement>(selector);
      if (element && isReady(element)) return element;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`there is no ${selector}`);
  };
  for (const step of steps)
    if ('press' in step) {
      const element = await find(step.press);
      for (let around = element.parentElement; around; around = around.parentElement)
        if (around instanceof window.HTMLDetailsElement && !element.matches('summary')) around.open = true;
      element.dispatchEvent(new window.PointerEvent('pointerdown', { bubbles: true }));
      element.click();
    } else if ('type' in step) {
      const field = await find(step.type);
      field.focus();
      // React listens to the element's own setter
      const value = Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value');
      value?.set?.call(field, step.text);
      field.dispatchEvent(new window.InputEvent('input', { bubbles: true }));
    } else if ('capsLock' in step) {
      const field = await find(step.capsLock);
      field.focus();
      field.dispatchEvent(
        new window.KeyboardEvent('keyup', { key: 'A', bubbles: true, modifierCapsLock: true }),
      );
    } else await find(step.see);
}
