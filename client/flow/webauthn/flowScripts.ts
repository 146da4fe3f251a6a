import type { UiNodeInputAttributes, UiNodeScriptAttributes } from '@ory/client';
import { observePrompt } from './observePrompt.ts';
import { scriptPolicy } from './scriptPolicy.ts';
import { webUrl } from '../../../shared/flow/webUrl.ts';

const pending = new Set<Promise<void>>();

/** The nonce that allows the page to run scripts. */
const nonce = (): string => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';

/**
 * Returns the address of a script. At the portal's origin it names the hash that the script must have, so that the browser
 * may keep the script: after the provider has changed it, the address is another one.
 */
function addressOf(src: string, integrity: string): string {
  const url = new URL(src);
  if (integrity && url.origin === location.origin) url.searchParams.set('integrity', integrity);
  return url.href;
}

/**
 * Puts a flow's script into the page, with the integrity that the provider gave for it.
 *
 * @returns a function that removes the script from the page again
 */
export function injectScript(attributes: UiNodeScriptAttributes): () => void {
  const src = webUrl(attributes.src);
  if (!src) return () => undefined;
  const script = document.createElement('script');
  const { id, type, async, crossorigin, integrity, referrerpolicy } = attributes;
  Object.assign(script, { id, type, async, nonce: nonce() });
  for (const [name, value] of Object.entries({ crossorigin, integrity, referrerpolicy })) {
    if (value) script.setAttribute(name, value);
  }
  const settled = new Promise<void>((done) => {
    script.onload = script.onerror = () => done();
  }).finally(() => pending.delete(settled));
  pending.add(settled);
  script.src = scriptPolicy().createScriptURL(addressOf(src, integrity));
  document.head.append(script);
  return () => {
    pending.delete(settled);
    script.remove();
  };
}

const globals = () => window as unknown as Record<string, unknown>;

/**
 * Calls a function that a flow's script defines, once the scripts are loaded.
 *
 * @param name such as `oryPasskeyLogin`
 * @param onFailure gets the rejection of a prompt for a key
 * @returns whether there was such a function: browsers without WebAuthn have none
 */
export async function runTrigger(
  name: string,
  onFailure: (cause: unknown) => void = () => undefined,
): Promise<boolean> {
  if (typeof globals()[name] !== 'function') await Promise.all(pending);
  const trigger = globals()[name];
  if (typeof trigger !== 'function') return false;
  await observePrompt(trigger as () => unknown, onFailure);
  return true;
}

/** Runs a script text from the provider in a script element with the page's nonce, because the CSP forbids eval. */
export function runScript(code: string): void {
  const script = document.createElement('script');
  script.nonce = nonce();
  script.textContent = scriptPolicy().createScript(code);
  document.head.append(script);
  script.remove();
}

/** Whether the provider gave a button its own script. */
export const hasWork = ({ onclickTrigger, onclick }: UiNodeInputAttributes): boolean =>
  Boolean(onclickTrigger ?? onclick);

/**
 * Runs the script or trigger that the provider gave a button.
 *
 * @param onFailure see `runTrigger`
 * @returns whether the browser could run it
 */
export async function press(
  { onclickTrigger, onclick }: UiNodeInputAttributes,
  onFailure?: (cause: unknown) => void,
): Promise<boolean> {
  if (onclickTrigger) return runTrigger(onclickTrigger, onFailure);
  if (onclick) runScript(onclick);
  return true;
}
