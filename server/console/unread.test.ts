import { expect, test } from '@jest/globals';
import { application, applications } from './applications.ts';
import { find } from './find.ts';
import { limited, sessions } from './lists.ts';
import { log } from './logLines.ts';
import { mails } from './mails.ts';
import type { ConsoleLoader, ConsoleNeeds, ConsoleVisit } from './needs.ts';
import { overview } from './overview.ts';
import { people } from './people.ts';

/** A part of the provider, or the database: none of its calls is answered. */
const silent: unknown = new Proxy(() => Promise.reject(new Error('no answer')), {
  get: (_part, name) => (name === 'then' ? undefined : silent),
});

const needs = (more: object = {}): ConsoleNeeds =>
  ({
    settings: {},
    identities: silent,
    store: silent,
    provider: {
      kratos: silent,
      hydra: silent,
      courier: silent,
      failing: () => Promise.resolve({ kratos: 'not ready' }),
      versions: () => Promise.resolve({ kratos: undefined }),
    },
    ...more,
  }) as unknown as ConsoleNeeds;

const load = async (loader: ConsoleLoader, query = '') =>
  loader({ params: { id: 'a' }, query: new URLSearchParams(query) } as unknown as ConsoleVisit);

test.each([
  ['sessions', sessions, 'sessions'],
  ['limited', limited, 'people'],
  ['mails', mails, 'mails'],
  ['applications', applications, 'applications'],
  ['log', log, 'lines'],
] as const)('the page %s is shown without its list where that cannot be read', async (name, loader, list) => {
  const loaded = await load(loader(needs()));
  expect(loaded).toMatchObject({ page: { name } });
  expect('page' in loaded && loaded.page.props).not.toHaveProperty(list);
});

test('people are looked for without the database, and not found without Kratos', async () => {
  expect(await load(people(needs()), 'q=ada')).toEqual({
    page: { name: 'people', props: { query: 'ada', filters: {}, schemas: [] } },
  });
});

test('a search that could not be made says so', async () => {
  expect(await load(find(needs()), 'q=ada')).toMatchObject({
    page: { name: 'find', props: { isPartial: true, hasIndex: false, people: [], things: [] } },
  });
});

test('the overview leaves out what it cannot read', async () => {
  expect(await load(overview(needs()))).toEqual({
    page: {
      name: 'overview',
      props: {
        upstreams: [{ name: 'kratos', isReady: false }],
        actsUrl: '/manage/log?kind=acts&outcome=made&from=',
      },
    },
  });
});

test('without Hydra, there is a page that says so', async () => {
  const without = needs({ provider: {} });
  expect(await load(applications(without))).toEqual({
    page: { name: 'applications', props: { isOff: true } },
  });
  await expect(load(application(without))).rejects.toMatchObject({ status: 404 });
});
