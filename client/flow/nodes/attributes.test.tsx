import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { flowOf } from '../../../test/support/flows/flowParts.ts';
import { setUpFlowHarness, show } from '../../../test/support/flowHarness.tsx';

setUpFlowHarness();

/** Renders a flow with one node. @returns the node's element */
function rendered(type: string, attributes: object, selector: string): Element | null {
  const node = {
    type,
    group: 'totp',
    attributes: { ...attributes, node_type: type },
    messages: [],
    meta: {},
  };
  show('login', flowOf('login', [node as unknown as UiNode]));
  return document.querySelector(selector);
}

test('a picture has the source, width, height and id of its node', () => {
  const picture = rendered('img', { src: 'data:,x', width: 256, height: 128, id: 'qr' }, '#qr');
  expect(picture?.tagName).toBe('IMG');
  for (const [name, value] of Object.entries({ src: 'data:,x', width: '256', height: '128' }))
    expect(picture?.getAttribute(name)).toBe(value);
});

test('a script has all attributes of its node', () => {
  const given = {
    id: 'webauthn_script',
    src: 'https://portal.example/webauthn.js',
    type: 'text/javascript',
    referrerpolicy: 'no-referrer',
    crossorigin: 'anonymous',
    integrity: 'sha512-x',
  };
  const script = rendered('script', { ...given, async: true }, '#webauthn_script') as HTMLScriptElement;
  for (const [name, value] of Object.entries(given)) expect(script.getAttribute(name)).toBe(value);
  expect(script.async).toBe(true);
});
