import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { answersWith, shownPage, withUi } from '../../test/support/shownPage.ts';

/** Visits a sign-in. @returns whether it offers another method, and the cookie that remembers the only one */
async function visit(flow: { id: string }, cookie = ''): Promise<{ offers: boolean; kept: string }> {
  const { html, set } = await shownPage(`/login?flow=${flow.id}`, answersWith('login', flow), cookie);
  const [kept = ''] = /portal_only_method=[^;]*/.exec(set) ?? [];
  return { offers: html.includes('Use another method'), kept };
}

const login = recordedFlow('login');
const codeAlone = withUi(login, {
  nodes: login.ui.nodes.filter(({ group }) => group === 'default' || group === 'code'),
});
const sentLater = {
  ...recordedFlow('login-aal2-code-sent'),
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:05Z',
};

test.each([
  ['a sign-in', codeAlone, { ...recordedFlow('login-code-sent'), id: codeAlone.id }],
  ['a second factor', { ...recordedFlow('login-aal2-code'), id: sentLater.id }, sentLater],
  [
    'a second factor sent at once',
    { ...recordedFlow('login-aal2-code-at-once'), id: sentLater.id },
    sentLater,
  ],
])(
  '“use another method” is not shown where a mailed code is the only one, even on a page loaded after it was requested: %s',
  async (_what, first, sent) => {
    const { offers, kept } = await visit(first);
    expect([offers, kept]).toEqual([false, `portal_only_method=${first.id}`]);
    expect(await visit(sent, kept)).toEqual({ offers: false, kept: '' });
    expect(await visit(sent)).toEqual({ offers: true, kept: '' });
    expect((await visit(sent, 'portal_only_method=another')).offers).toBe(true);
  },
);

test.each(['login', 'login-aal2-every-method', 'reduced/login-confirm-by-code'])(
  'a sign-in with other methods, or that had one before, is not remembered as one without: %s',
  async (name) => {
    expect((await visit(recordedFlow(name))).kept).toBe('');
  },
);

test('“use another method” stays at a sign-in that goes on to a mailed code', async () => {
  expect((await visit(recordedFlow('reduced/login-confirm-by-code'))).offers).toBe(true);
});
