import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { locales } from '../../shared/messages/locales.ts';
import { Clone } from '../support/clone.ts';
import { recordedFlow } from '../support/flows/recordedFlow.ts';
import { fakeUpstream } from '../support/selfClosingGateway.ts';
import { markup, sessionCookie } from '../support/servedPage.ts';

/** A copy of the repository, changed by the recipes of CONTRIBUTING.md. */
const clone = new Clone({ kratos: false });

/** Writes a new file of the copy. */
const add = (file: string, text: string): void => writeFileSync(clone.at(file), text);

/** Adds a line to a file of the copy, above the only line that contains a text. */
function addLine(file: string, above: string, line: string): void {
  const lines = readFileSync(clone.at(file), 'utf8').split('\n');
  const places = lines.flatMap((one, index) => (one.includes(above) ? [index] : []));
  if (places.length !== 1) throw new Error(`${file} has ${places.length} lines with ${above}`);
  add(file, lines.toSpliced(places[0] ?? 0, 0, line).join('\n'));
}

/** Adds texts to every catalogue of the copy, sorted by key. */
function addTexts(texts: Record<string, string>): void {
  for (const locale of locales) {
    const file = `locales/${locale}.json`;
    const catalogue = JSON.parse(readFileSync(clone.at(file), 'utf8')) as Record<string, string>;
    const entries = Object.entries({ ...catalogue, ...texts }).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    add(file, JSON.stringify(Object.fromEntries(entries), null, 2));
  }
}

/** The recipe 'Add a page'. */
function addPage(): void {
  addLine('shared/page.ts', '  accessibility: object;', '  hello: { greeting: string };');
  addLine(
    'shared/pages.ts',
    '  accessibility: {',
    "  hello: { path: '/hello', area: 'account', script: 'account', title: 'hello.title', offeredTo: ['signedOut'] },",
  );
  add(
    'server/account/hello.ts',
    `import type { Loader } from '../pages/loader.ts';

/** \`GET /hello\`: a greeting. */
export const hello: Loader = ({ settings }) => ({ page: { name: 'hello', props: { greeting: settings.GREETING } } });
`,
  );
  addLine('server/account/routes.ts', "from './home.ts'", "import { hello } from './hello.ts';");
  addLine('server/account/routes.ts', '  accessibility: () =>', '  hello,');
  add('client/account/HelloPage.module.css', '.greeting {\n  color: var(--ink);\n}\n');
  add(
    'client/account/HelloPage.tsx',
    `import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Card } from '../ui/Card.tsx';
import styles from './HelloPage.module.css';

/** Greets. */
export function HelloPage({ greeting }: { greeting: string }): ReactNode {
  return (
    <Card title={<FormattedMessage id="hello.title" />}>
      <p className={styles.greeting}>{greeting}</p>
      <p>
        <FormattedMessage id="hello.text" />
      </p>
    </Card>
  );
}
`,
  );
  addLine(
    'client/account/laterPages.ts',
    './AccessibilityPage.tsx',
    "export { HelloPage as hello } from './HelloPage.tsx';",
  );
  addTexts({
    'hello.text': 'Here you see every day how your heart and your lungs have sounded lately.',
    'hello.title': 'Hello',
    'nav.hello': 'Hello',
  });
}

/** The recipe 'Add a settings section'. */
function addSection(): void {
  const room = 'client/account/settings/tips';
  mkdirSync(clone.at(room));
  add(
    `${room}/Tips.tsx`,
    `import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';

/** What keeps an account safe. */
export const Tips = (): ReactNode => (
  <p>
    <FormattedMessage id="settings.tips.text" />
  </p>
);
`,
  );
  const sections = 'client/account/settings/ownSections.tsx';
  addLine(sections, "from './sessions/Sessions.tsx'", "import { Tips } from './tips/Tips.tsx';");
  addLine(
    sections,
    '];',
    "  { id: 'tips', icon: settingsIcons.laptop, describe: () => ({ state: 'New' }), body: () => <Tips /> },",
  );
  addTexts({
    'settings.tips.nav': 'Tips',
    'settings.tips.text': 'Use a passkey.',
    'settings.tips.title': 'Tips for you',
  });
}

/** The recipe 'Add a setting'. */
function addSetting(): void {
  addLine(
    'server/settings/config.ts',
    '  PRODUCT_NAME:',
    "  GREETING: z.string().max(20).default('Nice to see you'),",
  );
}

/** Makes room for a page and its link, which the budgets of the copy may not have. */
function raiseBudgets(): void {
  const file = 'scripts/bundle/budget.ts';
  add(file, readFileSync(clone.at(file), 'utf8').replaceAll(/\b(scripts|all): [\d_]+/g, '$1: 1_000_000'));
}

/** Starts the copy's bundled portal. @returns its origin */
async function start(environment: Record<string, string>): Promise<string> {
  const run = clone.run('node', [clone.at('dist/server/main.mjs')], {
    KRATOS_PUBLIC_URL: 'http://127.0.0.1:9',
    PORTAL_URL: 'http://localhost',
    ...environment,
  });
  const [, port = ''] = await run.says(/"port":(\d+)/);
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  addSetting();
  addPage();
  addSection();
  raiseBudgets();
  const { code, said } = await clone.run('npm', ['run', 'build']).outcome();
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.arrayContaining([expect.stringMatching(/^built/)]),
  });
});
afterAll(() => clone.remove());

describe('when the recipes of CONTRIBUTING.md are followed', () => {
  test('the page is served with its texts and its setting, and linked from the header', async () => {
    const origin = await start({ GREETING: 'Good morning' });
    const page = await fetch(`${origin}/hello`, {
      headers: { Accept: 'text/html', 'Accept-Language': 'de' },
    });
    expect(page.status).toBe(200);
    const html = markup(await page.text());
    expect(html).toContain('Good morning');
    expect(html).toMatch(/<a [^>]*href="\/hello"/);
  });

  test('the settings section is shown, and linked from the navigation', async () => {
    const flow = recordedFlow('settings');
    const answers: Record<string, object> = {
      '/sessions/whoami': {
        id: 's',
        active: true,
        authenticated_at: flow.issued_at,
        identity: flow.identity,
      },
      '/self-service/settings/flows': flow,
      '/sessions': [],
    };
    const kratos = await fakeUpstream(({ url = '' }, response) => {
      const body = answers[url.split('?')[0] ?? ''];
      response
        .writeHead(body ? 200 : 404, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body ?? {}));
    });
    const origin = await start({ KRATOS_PUBLIC_URL: kratos.url });
    const page = await fetch(`${origin}/settings?flow=${flow.id}`, {
      headers: { Accept: 'text/html', Cookie: sessionCookie },
    });
    const html = markup(await page.text());
    expect(html).toContain('Tips for you');
    expect(html).toContain('Use a passkey.');
    expect(html).toMatch(/<a [^>]*href="#tips"/);
  });
});
