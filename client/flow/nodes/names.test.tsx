import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UiNode } from '@ory/client';
import { RawIntlProvider } from 'react-intl';
import { flowOf, input, method, text } from '../../../test/support/flows/flowParts.ts';
import { setUpFlowHarness, show, harness } from '../../../test/support/flowHarness.tsx';
import { catalogueIntl } from '../../../test/support/catalogueIntl.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { FlowView } from '../FlowView.tsx';

setUpFlowHarness();

const node = (attributes: object, overrides: object = {}): UiNode =>
  ({ type: 'x', group: 'default', messages: [], meta: {}, attributes, ...overrides }) as unknown as UiNode;
const save = text(1070003, 'Save');

test('two buttons with the same text have different accessible names', () => {
  show('login', flowOf('login', [method('brainwave', save), method('palm_print', save)]));
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save (2)' })).toBeTruthy();
});

test('a node of an unknown type shows its messages', () => {
  const said = text(4999999, 'The stars are not right.', {}, 'error');
  show('login', flowOf('login', [node({ node_type: 'hologram' }, { messages: [said] })]));
  expect(screen.getByText('The stars are not right.')).toBeTruthy();
});

test('links may lead to a mail address or a phone number, but not to a script', () => {
  const link = (href: string, title: string): UiNode =>
    node({ node_type: 'a', id: title, href, title: text(1, title) }, { type: 'a' });
  show(
    'login',
    flowOf('login', [
      link('mailto:a@b.example', 'Write'),
      link('tel:112', 'Call'),
      link('javascript:x()', 'Run'),
    ]),
  );
  expect(screen.getByRole('link', { name: 'Write' }).getAttribute('href')).toBe('mailto:a@b.example');
  expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:112');
  expect(screen.queryByRole('link', { name: 'Run' })).toBeNull();
  expect(screen.getByText('Run')).toBeTruthy();
});

test('a submit button first runs the script that the provider gave it', async () => {
  const pressed = jest.fn(() => harness.calls.length);
  Object.assign(window, { markSubmit: pressed });
  const scripted = { value: 'x', onclick: 'markSubmit()' };
  show('login', flowOf('login', [input('brainwave', 'method', 'submit', scripted, save)]));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(pressed).toHaveReturnedWith(0);
  expect(harness.calls).toHaveLength(1);
});

test('a language with two tags is offered once, and one with a region names the region', () => {
  const label = text(1070002, 'Language', { name: 'traits.locale' });
  const { unmount } = show(
    'registration',
    flowOf('registration', [input('default', 'traits.locale', 'text', { value: 'sv' }, label)]),
  );
  expect(screen.getAllByRole('option', { name: 'Svenska' })).toHaveLength(1);
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('sv');
  unmount();
  const options = ['en', 'en-GB'].map((value) => ({ value }));
  show(
    'registration',
    flowOf('registration', [input('default', 'traits.locale', 'text', { options }, label)]),
  );
  expect(screen.getByRole('option', { name: 'English (GB)' })).toBeTruthy();
});

test('checkboxes that share a name each send their own value', async () => {
  const box = (value: string): UiNode =>
    input('default', 'traits.likes', 'checkbox', { value }, text(1070002, value, { title: value }));
  show('registration', flowOf('registration', [box('sport'), box('music'), method('password', save)]));
  await userEvent.click(screen.getByLabelText('music'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(harness.calls[0]?.body).toMatchObject({ traits: { likes: ['music'] } });
});

test('on a page in another language, all texts of the provider are marked as English', () => {
  const own = (words: string) => text(1999999, words);
  const german = flowOf('login', [
    input('default', 'a', 'text', {}, own('a field')),
    input('default', 'b', 'checkbox', {}, own('a box')),
    input('default', 'c', 'text', { options: [{ value: 'x' }] }, own('a choice')),
    { ...input('default', 'd', 'text'), messages: [own('a message at a field')] },
    node(
      { node_type: 'text', id: 'e', text: own('a text') },
      { type: 'text', meta: { label: own('a heading') } },
    ),
    node({ node_type: 'a', id: 'f', href: '/x', title: own('a link') }, { type: 'a' }),
    node({ node_type: 'hologram' }, { meta: { label: own('a hologram') } }),
    method('brainwave', own('a button')),
    input('brainwave', 'g', 'button', {}, own('another button')),
  ]);
  german.ui.messages = [own('a message')];
  renderInPage(
    <RawIntlProvider value={catalogueIntl('de')}>
      <FlowView kind="login" flow={german} />
    </RawIntlProvider>,
  );
  for (const words of [
    'a field',
    'a box',
    'a choice',
    'a message at a field',
    'a text',
    'a heading',
    'a link',
    'a hologram',
    'a button',
    'another button',
    'a message',
  ])
    expect([words, screen.getByText(words).getAttribute('lang')]).toEqual([words, 'en']);
});
