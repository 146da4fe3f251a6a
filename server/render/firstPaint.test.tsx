import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { App } from '../../client/App.tsx';
import { portalIntl, type Messages } from '../../client/portalIntl.ts';
import { states } from '../../scripts/gallery/states/states.ts';
import { someContext } from '../../test/support/someContext.ts';
import { components } from './components.ts';
import { productTexts } from './texts.ts';

/** Inside of `noscript`, which browsers with scripts do not render. */
const withoutScripts = 'no text flow.needsScripts in en';

afterEach(() => {
  jest.restoreAllMocks();
});

test('every page of the gallery is served with the texts that it shows before the catalogue arrives', () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const missing: string[] = [];
  for (const { name, page, context: more, steps } of states) {
    if (steps) continue;
    const context = { ...someContext, ...more };
    const texts = productTexts.pageMessages(page, JSON.stringify(page), context);
    const intl = portalIntl('en', JSON.parse(texts) as Messages);
    renderToString(<App page={page} context={context} intl={intl} component={components[page.name]} />);
    const said = complaints.mock.calls.map(([cause]) => (cause instanceof Error ? cause.message : ''));
    missing.push(
      ...said
        .filter((text) => text.startsWith('no text') && text !== withoutScripts)
        .map((text) => `${name}: ${text}`),
    );
    complaints.mockClear();
  }
  expect(missing).toEqual([]);
});
