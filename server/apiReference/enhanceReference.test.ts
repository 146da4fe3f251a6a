/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, waitFor } from '@testing-library/dom';
import { enhanceReference } from './enhanceReference.ts';

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

const type = (words: string): void => {
  fireEvent.input(element('#search'), { target: { value: words } });
};

const shown = (): (string | undefined)[] =>
  Array.from(
    document.querySelectorAll<HTMLElement>('main details:not([hidden]) [data-operation]:not([hidden])'),
    ({ id }) => id,
  );

const clipboard = (writeText?: (text: string) => Promise<void>): void => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } });
};

beforeEach(() => {
  document.body.innerHTML =
    '<div id="controls" hidden data-scripted><input id="search"><p id="found" data-text="Found: {count}"></p></div>' +
    '<footer><details id="menu" open><summary>Theme</summary><button id="light">Light</button></details></footer><main>' +
    '<details id="identity"><p id="getIdentity" data-operation="getIdentity GET /admin/identities/{id} id"></p>' +
    '<p id="listSessions" data-operation="listSessions GET /sessions page_size"></p></details>' +
    '<details id="jwk"><p id="getKey" data-operation="getKey GET /keys"></p></details></main>' +
    '<button data-copy="curl \'{origin}/keys\'">Copy</button>' +
    '<p id="status" data-copied="Copied." data-not-copied="Not copied."></p>';
  enhanceReference();
});

test('Escape closes a menu and moves the focus to its button, and a click elsewhere closes it', () => {
  const menu = element('#menu');
  element('#light').focus();
  fireEvent.click(element('#light'));
  expect(menu.hasAttribute('open')).toBe(true);
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(menu.hasAttribute('open')).toBe(false);
  expect(document.activeElement).toBe(element('#menu summary'));
  menu.setAttribute('open', '');
  fireEvent.click(element('#identity'));
  expect(menu.hasAttribute('open')).toBe(false);
});

test('controls that need scripts are shown', () => {
  expect(element('#controls').hidden).toBe(false);
});

test('a search finds words of names, paths and parameters in any order, and opens the groups with matches', () => {
  type('get ID');
  expect(shown()).toEqual(['getIdentity']);
  expect(element('#identity').hasAttribute('open')).toBe(true);
  expect(element('#jwk').hidden).toBe(true);
  expect(element('#found').textContent).toBe('Found: 1');
});

test('an empty search shows everything again', () => {
  type('page_size');
  type(' ');
  expect(shown()).toEqual(['getIdentity', 'listSessions', 'getKey']);
  expect(element('#found').textContent).toBe('');
});

test('a copied call has the portal’s origin, and its success is announced', async () => {
  const writeText = jest.fn((_text: string) => Promise.resolve());
  clipboard(writeText);
  fireEvent.click(element('[data-copy]'));
  expect(writeText).toHaveBeenCalledWith(`curl '${location.origin}/keys'`);
  await waitFor(() => {
    expect(element('#status').textContent).toBe('Copied.');
  });
});

test('reports that the browser does not allow copying', async () => {
  clipboard();
  fireEvent.click(element('[data-copy]'));
  await waitFor(() => {
    expect(element('#status').textContent).toBe('Not copied.');
  });
});
