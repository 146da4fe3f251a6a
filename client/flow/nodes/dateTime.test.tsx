import { afterEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { RawIntlProvider } from 'react-intl';
import en from '../../../locales/en.json' with { type: 'json' };
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import { field } from '../../../test/support/flowHarness.tsx';
import { someContext } from '../../../test/support/someContext.ts';
import { PageContextProvider } from '../../shell/PageContext.tsx';
import { portalIntl } from '../../portalIntl.ts';
import { FlowView } from '../FlowView.tsx';

const moment = '2026-01-31T12:00:00Z';
const at = input('default', 'traits.at', 'datetime-local', { value: moment }, text(1070002, 'At'));
const page = (
  <RawIntlProvider value={portalIntl('en', en)}>
    <PageContextProvider context={someContext}>
      <FlowView kind="registration" flow={flowOf('registration', [at])} />
    </PageContextProvider>
  </RawIntlProvider>
);
const hint = /^Write it as in this example/;

function serve(): HTMLElement {
  const container = Object.assign(document.createElement('div'), { innerHTML: renderToString(page) });
  document.body.replaceChildren(container);
  return container;
}

afterEach(() => document.body.replaceChildren());

test('without scripts a date and time is typed in the provider’s format, which the page describes', () => {
  serve();
  const served = field('At');
  expect([served.type, served.value, served.placeholder]).toEqual(['text', moment, moment]);
  expect(screen.getByText(hint).id).toBe(served.getAttribute('aria-describedby'));
});

test.each([
  [moment, true],
  ['2026-01-31T12:00:00+02:00', true],
  ['2026-01-31t12:00:00.25z', true],
  ['', true],
  ['2026-01-31T12:00', false],
  ['2026-01-31 12:00:00Z', false],
  ['tomorrow', false],
])('without scripts the browser validates a date and time: %j', (value, isGood) => {
  serve();
  field('At').value = value;
  expect(field('At').checkValidity()).toBe(isGood);
});

test('with scripts a date and time uses the browser’s own control, and the page hydrates without warnings', async () => {
  const complaints = jest.spyOn(console, 'error');
  const container = serve();
  const root = await act(() => hydrateRoot(container, page));
  expect([field('At').type, field('At').value]).toEqual(['datetime-local', '2026-01-31T12:00']);
  expect(screen.queryByText(hint)).toBeNull();
  expect(complaints).not.toHaveBeenCalled();
  act(() => root.unmount());
});
