import { describe, expect, test } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { input, flowOf } from '../test/support/flows/flowParts.ts';
import { recordedFlow } from '../test/support/flows/recordedFlow.ts';
import { inputAttributes } from './flow/inputAttributes.ts';
import { traitTitle } from './flow/messageId.ts';
import { readFlow } from './flow/readFlow.ts';
import type { FlowOf, Page } from './page.ts';
import { completeNodes, packedPage } from './packedPage.ts';

const loginPage = (flow: FlowOf['login']): Page => ({ name: 'login', props: { flow } });

/** As if the catalogue had every text, other than the one of traits, which has arguments. */
const hasText = (id: string): boolean => Number(id) !== traitTitle;

/** Returns a page's flow as the browser gets it. */
function travelled(flow: FlowOf['login']): FlowOf['login'] {
  const page = JSON.parse(packedPage(loginPage(flow), '', hasText)) as ReturnType<typeof loginPage>;
  completeNodes(page, () => '');
  return (page.props as { flow: FlowOf['login'] }).flow;
}

/** Returns a copy of a flow without what the browser does not read. */
const withoutNull = (flow: FlowOf['login']): FlowOf['login'] =>
  JSON.parse(JSON.stringify(flow), (key, value: unknown) =>
    (key === 'organization_id' && value === null) || (key === 'refresh' && value === false)
      ? undefined
      : value,
  ) as FlowOf['login'];

const read = (name: string): FlowOf['login'] => readFlow({ ...recordedFlow(name) }) as FlowOf['login'];

test.each(['login', 'login-wrong-password', 'registration-errors', 'settings', 'settings-passkey'])(
  'the nodes of %s arrive complete, without scripts that a function stands for',
  (name) => {
    const flow = read(name);
    const expected = withoutNull(flow);
    for (const { attributes, meta } of expected.ui.nodes) {
      if (meta.label && hasText(String(meta.label.id)) && meta.label.type === 'info') meta.label.text = '';
      if (!('name' in attributes)) continue;
      if (!attributes.disabled) Reflect.deleteProperty(attributes, 'disabled');
      if (attributes.onclickTrigger) delete attributes.onclick;
      if (attributes.onloadTrigger) delete attributes.onload;
    }
    expect(withoutNull(travelled(flow))).toEqual(expected);
    expect(packedPage(loginPage(flow), '', hasText).length).toBeLessThan(
      JSON.stringify(loginPage(flow)).length,
    );
  },
);

test('the title of a trait is sent once, and is its label’s text', () => {
  const title = { title: 'Shoe "size"' };
  const label = (text: string, context: object) => ({ id: traitTitle, text, type: 'info' as const, context });
  const labels = [
    label('Shoe "size"', title),
    label('Shoe "size"', { name: 'traits.shoe', ...title }),
    label('Size', title),
    label('Size', {}),
  ];
  const flow = flowOf(
    'login',
    labels.map((one, index) => input('profile', `traits.${index}`, 'text', {}, one)),
  );
  expect(travelled(flow).ui.nodes.flatMap(({ meta }) => meta.label ?? [])).toEqual(labels);
  expect(packedPage(loginPage(flow), '', hasText).split('Shoe')).toHaveLength(1 + 3);
});

test('a script that no function stands for arrives, and so does text that looks like a node', () => {
  const typed = '","onclick":"x","onclickTrigger":"y","messages":[],"meta"';
  const flow = flowOf('login', [
    input('default', 'identifier', 'text', { value: typed }),
    input('webauthn', 'webauthn_login_trigger', 'button', { onclick: 'start({"a":"b"})' }),
  ]);
  const [, field, button] = travelled(flow).ui.nodes.map(inputAttributes);
  expect(field?.value).toBe(typed);
  expect(button?.onclick).toBe('start({"a":"b"})');
});

test('a label keeps the provider’s text if the catalogue’s needs arguments', () => {
  const label = { id: 1010002, text: 'Sign in with "Acme"', type: 'info' as const };
  const flow = flowOf('login', [input('oidc', 'provider', 'submit', {}, label)]);
  const sent = (known: boolean): unknown =>
    (JSON.parse(packedPage(loginPage(flow), '', () => known)) as Page & { props: { flow: FlowOf['login'] } })
      .props.flow.ui.nodes[1]?.meta.label;
  expect(sent(false)).toEqual(label);
  expect(sent(true)).toEqual({ id: 1010002 });
});

describe('a long value of a hidden input or a scripted button', () => {
  const challenge = JSON.stringify({ challenge: 'a<b & "c"\''.repeat(20) });
  const html = renderToStaticMarkup(
    createElement(
      'form',
      null,
      createElement('input', { type: 'hidden', name: 'passkey_challenge', defaultValue: challenge }),
      createElement('button', { value: challenge, name: 'webauthn_login_trigger' }),
    ),
  );
  const flow = flowOf('login', [
    input('passkey', 'passkey_challenge', 'hidden', { value: challenge }),
    input('webauthn', 'webauthn_login_trigger', 'button', { value: challenge }),
  ]);

  test('is read from the page, which contains it as well', () => {
    const json = packedPage(loginPage(flow), html, hasText);
    expect(json).not.toContain('challenge":');
    const page = JSON.parse(json) as ReturnType<typeof loginPage>;
    const { document } = new JSDOM(html).window;
    completeNodes(page, (name) => document.getElementsByName(name)[0]?.getAttribute('value') ?? '');
    const [, ...nodes] = (page.props as { flow: FlowOf['login'] }).flow.ui.nodes;
    expect(nodes.map(inputAttributes)).toMatchObject([{ value: challenge }, { value: challenge }]);
  });

  test.each([
    ['it is not in the page', ''],
    ['the page has another value', html.replaceAll('challenge&quot;', 'x&quot;')],
    ['two controls of the page have its name', html + html],
  ])('is sent as data if %s', (_case, other) => {
    expect(packedPage(loginPage(flow), other, hasText)).not.toContain('"inPage"');
  });

  test('is sent as data with its carriage returns, which HTML changes', () => {
    const value = 'line\r\n'.repeat(20);
    const withReturns = flowOf('login', [input('passkey', 'passkey_challenge', 'hidden', { value })]);
    const shown = renderToStaticMarkup(
      createElement('input', { type: 'hidden', name: 'passkey_challenge', defaultValue: value }),
    );
    expect(packedPage(loginPage(withReturns), shown, hasText)).not.toContain('"inPage"');
  });

  test('is sent as data in a field, which a visitor may have changed', () => {
    const field = flowOf('login', [input('default', 'identifier', 'text', { value: challenge })]);
    const shown = `<input name="identifier" value="${'x'.repeat(200)}">`;
    expect(packedPage(loginPage(field), shown, hasText)).not.toContain('"inPage"');
  });
});
