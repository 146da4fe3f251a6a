import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { App } from '../../client/App.tsx';
import { portalIntl } from '../../client/portalIntl.ts';
import { isTextOf } from '../../scripts/bundle/textGroups.ts';
import { pageStates } from '../../scripts/gallery/states/states.ts';
import { textGroup } from '../../shared/pages.ts';
import { someContext } from '../../test/support/someContext.ts';
import { components } from './components.ts';
import { catalogues } from './catalogues.ts';

// has the formatter report a missing text
process.env.NODE_ENV = 'development';

afterEach(() => {
  jest.restoreAllMocks();
});

test('every page of the gallery finds the texts that it shows in its group’s file', () => {
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const missing: string[] = [];
  for (const { name, page, context: more, steps } of pageStates) {
    if (steps) continue;
    const context = { ...someContext, ...more };
    const group = textGroup(page.name);
    const all = Object.entries(catalogues.en) as [string, never][];
    const texts = Object.fromEntries(all.filter(([key]) => isTextOf(group, key)));
    const intl = portalIntl('en', texts);
    renderToString(<App page={page} context={context} intl={intl} component={components[page.name]} />);
    const said = complaints.mock.calls.map(([cause]) => (cause instanceof Error ? cause.message : ''));
    missing.push(
      ...said.filter((text) => text.includes('Missing message')).map((text) => `${name}: ${text}`),
    );
    complaints.mockClear();
  }
  expect(missing).toEqual([]);
});
