import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ScriptlessContext } from './ScriptlessContext.ts';
import type { ScriptlessPage } from './ScriptlessPage.ts';

interface Received {
  method?: string;
  url?: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let port: number;
let html = '';
let received: Received[] = [];
let context: ScriptlessContext;
let page: ScriptlessPage;

/** Answers of the test server other than the page `html`. */
const answers: Record<string, (response: ServerResponse) => void> = {
  '/see-other': (response) => response.writeHead(303, { location: '/end' }).end(),
  '/again': (response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/end#part` }).end(),
  '/around': (response) => response.writeHead(302, { location: '/around' }).end(),
  '/set': (response) =>
    response
      .writeHead(200, {
        'set-cookie': ['lax=1; SameSite=Lax', 'strict=1; SameSite=Strict', `long=${'x'.repeat(4093)}`],
      })
      .end(),
  '/text': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('<h1>no page</h1>'),
};

const server = createServer((request, response) => {
  const { method, url = '', headers } = request;
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    received.push({ method, url, headers, body });
    const answer = answers[url];
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (answer) answer(response);
    else response.setHeader('referrer-policy', 'same-origin').end(html);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => void server.close());

beforeEach(async () => {
  context = new ScriptlessContext('pl');
  page = await context.newPage();
});

/** Opens a page with that in it. */
async function open(content: string): Promise<void> {
  html = `<!doctype html><title>A page</title><main>${content}</main>`;
  await page.goto(`http://localhost:${port}/page`);
  received = [];
}

const press = (name: string): Promise<void> => page.getByRole('button', { name }).click();

describe('a form', () => {
  test('sends its successful controls and the button that was pressed, encoded as browsers do', async () => {
    await open(`<form id="f" method="post" action="/end">
      <input name="typed"><input name="fixed" type="hidden" value="ä b"><input value="unnamed">
      <input name="off" value="off" disabled><fieldset disabled><input name="off" value="off"></fieldset>
      <label><input type="checkbox" name="ticked" value="yes">Tick</label><input type="checkbox" name="clear">
      <select name="chosen"><option value="one"><option value="two"></select>
      <textarea name="lines">a&#10;b</textarea>
      <button name="method" value="first">First</button></form>
      <input name="outside" form="f" value="in"><button name="method" value="second" form="f">Second</button>`);
    await page.locator('[name="typed"]').fill('x');
    await page.getByLabel('Tick').check();
    await page.locator('select').selectOption('two');
    await press('Second');
    const body = 'typed=x&fixed=%C3%A4+b&ticked=yes&chosen=two&lines=a%0D%0Ab&outside=in&method=second';
    expect(received).toEqual([expect.objectContaining({ method: 'POST', url: '/end', body })]);
    expect(page.url()).toBe(`http://localhost:${port}/end`);
  });

  test('goes where its button says, and with GET into the address', async () => {
    await open(
      '<form action="/wrong?old=1"><input name="q" value="1"><button formaction="/end?old=1">Go</button></form>',
    );
    await press('Go');
    expect(received.map(({ method, url }) => [method, url])).toEqual([['GET', '/end?q=1']]);
  });

  test.each([
    ['<input required>', ''],
    ['<input type="checkbox" required>', ''],
    ['<input pattern="\\S+">', '000 000'],
    ['<input type="email">', 'ada'],
    ['<input type="password" minlength="8">', 'short'],
  ])('with %s is not sent when it holds "%s": the field gets the focus', async (field, typed) => {
    await open(`<form action="/end">${field}<button>Go</button><button formnovalidate>Back</button></form>`);
    if (typed) await page.locator('input').fill(typed);
    await press('Go');
    expect(received).toEqual([]);
    expect(await page.locator('input:invalid:focus').count()).toBe(1);
    await press('Back');
    expect(received).toHaveLength(1);
  });

  test('accepts a prefilled value shorter than minlength, and cuts off what is longer than maxlength', async () => {
    await open(
      '<form action="/end"><input name="a" value="x" minlength="2"><input name="b" maxlength="2"><button>Go</button></form>',
    );
    await page.locator('[name="b"]').fill('abc');
    await press('Go');
    expect(received.map(({ url }) => url)).toEqual(['/end?a=x&b=ab']);
  });

  test('is sent by Enter in a field, with its first button', async () => {
    await open(
      '<form action="/end"><input name="a"><button name="b" value="1">One</button><button name="b" value="2">Two</button></form>',
    );
    await page.locator('input').press('Enter');
    expect(received.map(({ url }) => url)).toEqual(['/end?a=&b=1']);
  });
});

describe('refuses', () => {
  test.each([
    ['<button hidden>Go</button>', 'hidden'],
    ['<div hidden><button>Go</button></div>', 'hidden'],
    ['<dialog><button>Go</button></dialog>', 'hidden'],
    ['<details><summary>More</summary><button>Go</button></details>', 'hidden'],
    ['<button disabled>Go</button>', 'disabled'],
    ['<fieldset disabled><button>Go</button></fieldset>', 'disabled'],
  ])('to press %s', async (button, reason) => {
    await open(`<form action="/end">${button}</form>`);
    await expect(page.locator('button').click()).rejects.toThrow(`it is ${reason}`);
    expect(received).toEqual([]);
  });

  test.each([
    ['<input disabled>', 'it is disabled'],
    ['<input readonly>', 'it is read-only'],
    ['<input hidden>', 'it is hidden'],
    ['<input type="checkbox">', 'nothing can be typed'],
  ])('to type into %s', async (field, reason) => {
    await open(field);
    await expect(page.locator('input').fill('x')).rejects.toThrow(reason);
  });

  test('a field in a closed <details>, until its <summary> is pressed', async () => {
    await open('<details><summary><b>More</b></summary><label>Name <input></label></details>');
    await expect(page.getByLabel('Name').fill('x')).rejects.toThrow('it is hidden');
    await page.getByText('More').click();
    await page.getByLabel('Name').fill('x');
    expect(await page.getByLabel('Name').inputValue()).toBe('x');
  });

  test('an element that is missing, quoting the page, or that is not the only one', async () => {
    await open('<h1>Sorry</h1><p>One</p><p>Two</p>');
    await expect(press('Go')).rejects.toThrow(/not found\nhttp.*\nSorry/);
    await expect(page.locator('p').waitFor()).rejects.toThrow('more than once');
    await expect(page.waitForURL(/elsewhere/)).rejects.toThrow('Sorry');
  });

  test('an option that is not offered', async () => {
    await open('<select><option value="a"></select>');
    await expect(page.locator('select').selectOption('b')).rejects.toThrow('no option b');
  });

  test('to reload a posted form, or to follow redirects without end', async () => {
    await open('<form action="/end" method="post"><button>Go</button></form>');
    await press('Go');
    expect(() => page.reload()).toThrow('send the form again');
    await expect(page.goto(`http://localhost:${port}/around`)).rejects.toThrow('too many redirects');
  });
});

describe('a navigation', () => {
  test('after 303 asks with GET; after 307 sends the form once more, elsewhere without the origin', async () => {
    await open(
      '<form method="post"><input name="a" value="1"><button formaction="/see-other">303</button><button formaction="/again">307</button></form>',
    );
    await press('303');
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/see-other', 'a=1'],
      ['GET', '/end', ''],
    ]);
    await page.goBack();
    received = [];
    await press('307');
    expect(page.url()).toBe(`http://127.0.0.1:${port}/end#part`);
    const [first, second] = received.map(({ method, body, headers }) => [
      method,
      body,
      headers.origin,
      headers.referer,
      headers['sec-fetch-site'],
    ]);
    const own = `http://localhost:${port}`;
    expect(first).toEqual(['POST', 'a=1', own, `${own}/page`, 'same-origin']);
    expect(second).toEqual(['POST', 'a=1', 'null', undefined, 'cross-site']);
  });

  test('from another site sends no strict cookies, and with POST no lax ones', async () => {
    await page.goto(`http://localhost:${port}/set`);
    html = `<a href="http://localhost:${port}/end">link</a>
      <form method="post" action="http://localhost:${port}/end"><button>Go</button></form>`;
    received = [];
    for (const follow of [() => page.getByRole('link').click(), () => press('Go')]) {
      await page.goto(`http://127.0.0.1:${port}/`);
      await follow();
    }
    await page.goto(`http://localhost:${port}/end`);
    const cookies = received.filter(({ url }) => url === '/end').map(({ headers }) => headers.cookie);
    expect(cookies).toEqual(['lax=1', undefined, 'lax=1; strict=1']);
  });

  test('asks in the visitor’s language, and runs no script', async () => {
    await open('<script>document.title = "scripted"</script><noscript><p>off</p></noscript>');
    await page.reload();
    expect(received[0]?.headers).toMatchObject({ 'accept-language': 'pl', 'sec-fetch-site': 'none' });
    expect(await page.locator('title').textContent()).toBe('A page');
    expect(await page.locator('noscript p').innerText()).toBe('off');
  });

  test('to a part of the page loads nothing and unfolds the part', async () => {
    await open('<a href="#part">there</a><details><summary>More</summary><p id="part">Text</p></details>');
    await page.getByRole('link').click();
    expect(received).toEqual([]);
    expect(await page.getByText('Text').isVisible()).toBe(true);
  });

  test('loads frames, without cookies if they are of another site, before the page moves on by itself', async () => {
    await page.goto(`http://localhost:${port}/set`);
    received = [];
    answers['/moving'] = (response) =>
      response.end(`<meta http-equiv="refresh" content="2; URL=http://localhost:${port}/end">
        <iframe src="http://localhost:${port}/frame"></iframe><iframe src="/frame"></iframe>`);
    await page.goto(`http://127.0.0.1:${port}/moving`);
    expect(page.url()).toBe(`http://localhost:${port}/end`);
    const [, ...framed] = received.map(({ headers }) => [headers['sec-fetch-dest'], headers.cookie]);
    expect(framed).toEqual([
      ['iframe', undefined],
      ['iframe', undefined],
      ['document', 'lax=1'],
    ]);
  });

  test('shows a text that is not a page unchanged', async () => {
    await page.goto(`http://localhost:${port}/text`);
    expect(await page.getByRole('heading').count()).toBe(0);
  });
});

test('cookies are shared between tabs, and cleared by name; one that is too long is not kept', async () => {
  await page.goto(`http://localhost:${port}/set`);
  await context.clearCookies({ name: /^la/ });
  await context.addCookies([{ name: 'own', value: '1', url: `http://localhost:${port}` }]);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['strict', 'own']);
  const other = await context.newPage();
  received = [];
  await other.goto(`http://localhost:${port}/`);
  expect(received[0]?.headers.cookie).toBe('strict=1; own=1');
  await context.clearCookies();
  expect(await context.cookies()).toEqual([]);
});

describe('finds', () => {
  test('elements by role and accessible name, unless they are hidden from assistive technology', async () => {
    await open(`<h1>One</h1><h2>One two</h2><div hidden><h2>One three</h2></div><h2 aria-hidden="true">One four</h2>
      <button aria-describedby="d"><span aria-hidden="true">→</span>Sign in</button><p id="d">Last used</p>
      <button aria-label="Remove">x</button><footer>of main</footer></main><div><footer>of the page</footer></div><main>`);
    expect(await page.getByRole('contentinfo').innerText()).toBe('of the page');
    expect(await page.getByRole('heading', { name: 'one' }).allInnerTexts()).toEqual(['One', 'One two']);
    expect(await page.getByRole('heading', { name: 'One', level: 1 }).count()).toBe(1);
    expect(
      await page.getByRole('button', { name: 'Sign in', exact: true, description: 'Last used' }).count(),
    ).toBe(1);
    expect(await page.getByRole('button', { name: 'Remove' }).innerText()).toBe('x');
    await expect(page.getByRole('menu').count()).rejects.toThrow('menu');
  });

  test('the innermost element with a text, and combinations', async () => {
    await open('<ul><li>One <b>bold</b></li><li>Two</li></ul><p>Two</p><script>"bold"</script>');
    expect(await page.getByText('bold').evaluate((element) => element.localName)).toBe('b');
    const items = page.locator('li');
    expect(await items.filter({ hasText: 'bold' }).count()).toBe(1);
    expect(await items.filter({ hasNotText: 'bold' }).allInnerTexts()).toEqual(['Two']);
    expect(await items.filter({ has: page.locator('b') }).allInnerTexts()).toEqual(['One bold']);
    expect(await items.and(page.getByText('Two')).count()).toBe(1);
    expect(await page.locator('p').or(page.locator('b')).first().innerText()).toBe('bold');
  });
});
