import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { closePages, sharedBrowser } from '../support/browser.ts';
import { focusFindings } from '../support/focusRings.ts';
import { layoutFindings } from '../support/layout.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await sharedBrowser();
  page = await browser.newPage({ viewport: { width: 320, height: 640 } });
});

afterAll(() => closePages(browser));

const show = (body: string): Promise<void> =>
  page.setContent(`<!doctype html><style>
    body { margin: 16px; font: 16px/24px sans-serif; }
    button, input, select, a.key { box-sizing: border-box; min-height: 44px; border: 1px solid; background: #fff; }
    a.key { display: block; }
    :focus { outline: 2px solid; outline-offset: 2px; }
  </style>${body}`);

test('finds no fault in a page that has none', async () => {
  await show(`
    <h1>Sign in</h1><p>A text with <a href="#a">a link</a> of several lines that has room for all of its words.</p>
    <label>Address <input></label><select><option>Short</option></select>
    <p style="position: relative"><input aria-label="Password"><button style="position: absolute; right: 0">Show</button></p>
    <button>One</button> <button>Other</button>`);
  expect([...(await layoutFindings(page)), ...(await focusFindings(page))]).toEqual([]);
});

test.each([
  ['a page that is too wide', '<p style="width: 400px">Text</p>', 'the page is wider'],
  ['content left of the window', '<p style="margin-left: -40px">Text</p>', 'outside of the window'],
  ['content above the window', '<p style="position: absolute; top: -20px">Text</p>', 'outside of the window'],
  ['text hard against the edge', '<p style="margin: 0 -16px">Text</p>', 'hard against the edge'],
  [
    'a label that is cut off',
    '<p style="width: 80px; overflow: hidden; white-space: nowrap">A long label</p>',
    'cut off',
  ],
  [
    'a text that is taller than its box',
    '<p style="height: 24px; overflow: hidden">A text that takes more than one line in a window of this width</p>',
    'cut off',
  ],
  [
    'words that spill out of a button',
    '<button style="width: 90px; height: 44px">Words that take more lines than the button has room for</button>',
    'spills out of its box',
  ],
  [
    'an option that its select truncates',
    '<select style="width: 90px"><option>Short</option><option>Português (Portugal)</option></select>',
    'too long for its control',
  ],
  [
    'a placeholder that its field truncates',
    '<input style="width: 90px" placeholder="name@example.com">',
    'too long for its control',
  ],
  [
    'texts that overlap',
    '<p style="height: 20px">A text that takes more than one line in a window of this width</p><p style="margin-top: -10px">Another</p>',
    'overlapping',
  ],
  [
    'a button that covers another',
    '<div style="position: relative"><button>One</button><button style="position: absolute; left: 0">Other</button></div>',
    'covered by',
  ],
  ['buttons that touch', '<button>One</button><button style="margin-left: 2px">Other</button>', 'touching'],
  [
    'text under a fixed bar',
    '<p>Text</p><div style="position: fixed; inset: 0 0 auto; height: 60px; background: #fff"></div>',
    'covered by',
  ],
  [
    'a small target',
    '<button style="min-height: 0; height: 20px; line-height: 18px">One</button>',
    'smaller than 44 px',
  ],
])('finds %s', async (_what, body, finding) => {
  await show(body);
  expect(await layoutFindings(page)).toContainEqual(expect.stringContaining(finding));
});

test.each([
  [
    'a ring that is cut off by its box',
    '<p style="overflow: hidden"><button>One</button></p>',
    'focus ring cut off',
  ],
  [
    'a ring that is cut off by the window',
    '<button style="margin-left: -16px">One</button>',
    'focus ring cut off',
  ],
  ['a control without a ring', '<button style="outline: none">One</button>', 'no focus ring'],
  [
    'a focused control under a fixed bar',
    `<div style="height: 600px"></div><button>One</button><div style="height: 600px"></div>
     <div style="position: fixed; inset: auto 0 0; height: 400px; background: #fff"></div>`,
    'covered in focus',
  ],
])('finds %s', async (_what, body, finding) => {
  await show(body);
  expect(await focusFindings(page)).toContainEqual(expect.stringContaining(finding));
});
