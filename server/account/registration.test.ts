import { describe, expect, test } from '@jest/globals';
import {
  createAwaitedCode,
  createFlowAddress,
  createLastingMessages,
  createTypedFieldsCookie,
} from '../security/cookies/pageCookies.ts';
import { createSignUpCookie, signUpHash } from '../security/cookies/signUpCookie.ts';
import { portalUrl } from '../../test/support/appInProcess.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { session } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, sessionCookie } from '../../test/support/servedPage.ts';
import {
  answersWith,
  answerTo,
  pairOf,
  secrets,
  shownPage,
  withField,
  withUi,
  type KratosAnswers,
} from '../../test/support/shownPage.ts';

const inputOf = (html: string, name: string): string =>
  Array.from(html.matchAll(/<input[^>]*>/g), ([tag]) => tag).find((tag) => tag.includes(`name="${name}"`)) ??
  '';

/** A sign-up that has just begun: only there Kratos names the service. */
const begun = {
  '/self-service/registration/browser': [200, recordedFlow('registration')],
} satisfies KratosAnswers;

const visit = async (flow: { id: string }, cookie = '') => {
  const { html, text } = await shownPage(
    `/registration?flow=${flow.id}`,
    answersWith('registration', flow, begun),
    cookie,
  );
  return { html, text, field: (name: string) => inputOf(html, name) };
};

const refused = recordedFlow('registration-taken');
const kept = (flow: string): string =>
  pairOf(
    createTypedFieldsCookie(secrets).keep(flow, [
      ['traits.email', 'ann@acme.example'],
      ['traits.name.first', 'Ann'],
      ['traits.tos', 'true'],
    ]),
  );

test('a refused sign-up shows again what was typed, with the boxes that were ticked', async () => {
  const { field } = await visit(refused, kept(refused.id));
  expect(field('traits.email')).toContain('value="ann@acme.example"');
  expect(field('traits.name.first')).toContain('value="Ann"');
  expect(field('traits.tos')).toContain('checked=""');
  expect(field('traits.doctor')).not.toContain('checked=""');
});

test('what was typed into another flow is not shown', async () => {
  const { html, field } = await visit(refused, kept('another flow'));
  expect(html).not.toContain('Ann');
  expect(field('traits.tos')).not.toContain('checked=""');
});

const unfinished = recordedFlow('registration-social-missing');

test('a trait that a social provider left out is asked for in one more step, not marked as an error', async () => {
  const { html, text, field } = await visit(unfinished);
  expect(html).not.toContain('aria-invalid="true"');
  expect(html).not.toContain('Check this box');
  expect(html).toContain('Acme has told us who you are. Tell us the rest to create your account.');
  expect(html).toContain('Cancel and use another method');
  expect(text).not.toMatch(/<title>Error:/);
  expect(field('traits.tos')).toMatch(/autofocus|data-start/i);
});

test('a social provider’s value that Kratos refuses is marked as an error, a missing one beside it is not', async () => {
  const messages = [{ id: 4000001, type: 'error', text: '"ann@" is not valid "email"' }];
  const { html, field } = await visit(withField(unfinished, 'traits.email', { value: 'ann@' }, { messages }));
  expect(field('traits.email')).toContain('aria-invalid="true"');
  expect(field('traits.tos')).not.toContain('aria-invalid="true"');
  expect(html).toContain('Acme has told us who you are.');
});

test('whoever is signed in is led back to the confirmation from the sign-up of an account that is not linked', async () => {
  const request_url = `${portalUrl}/self-service/login/browser?refresh=true&return_to=%2Fsettings`;
  const flow = { ...unfinished, request_url };
  const answers = answersWith('registration', flow, { '/sessions/whoami': [200, session] });
  const answer = await answerTo(`/registration?flow=${flow.id}`, answers, sessionCookie);
  expect(answer.status).toBe(303);
  expect(answer.headers.location).toBe('/login?return_to=%2Fsettings&refresh=true');
  const confirmation = { ...recordedFlow('login'), refresh: true, request_url };
  const back = answersWith('login', confirmation, { '/sessions/whoami': [200, session] });
  const notice = pairOf(cookiesSet(answer).find((line) => line.startsWith('portal_not_linked=')));
  const { html, set } = await shownPage('/login?refresh=true', back, `${sessionCookie}; ${notice}`);
  expect(html).toContain('That account is not linked to yours.');
  expect(set).toContain('portal_not_linked=;');
});

test('a trait missing from any other sign-up is marked as an error', async () => {
  const { html } = await visit(recordedFlow('registration-errors'));
  expect(html).toContain('aria-invalid="true"');
  expect(html).not.toContain('has told us who you are');
});

test('a refused correction of an address that was mailed a code still says so, and still leads to the code', async () => {
  const flow = recordedFlow('registration-errors');
  const page = `/registration?correct=f1&flow=${flow.id}`;
  for (const mailed of ['f1', flow.id]) {
    const awaited = pairOf(createAwaitedCode(secrets).keep({ kind: 'registration', flow: mailed }));
    const cookie = `${kept(flow.id)}; ${awaited}`;
    const { html } = await shownPage(page, answersWith('registration', flow), cookie);
    expect(html).toContain('Correct your address. We then mail a new code there.');
    expect(html).toMatch(/value="code"[^>]*class="button medium primary/);
    expect(html).not.toContain('Last used');
  }
});

test('after Back, an address that has just signed up leads to its code', async () => {
  const cookie = pairOf(createSignUpCookie(secrets).keep('id', { flow: 'v1' }));
  expect((await visit(refused, cookie)).html).toContain('href="/verification?flow=v1"');
  expect((await visit(refused)).html).not.toContain('/verification');
});

test.each([
  ['after Back', `/registration?flow=${refused.id}`],
  ['at its correction', '/registration?correct=v1&return_to=%2Fa'],
])('a sign-up whose address is verified by now leads to the sign-in: %s', async (_how, path) => {
  const address = 'ann@acme.example';
  const cookie = createSignUpCookie(secrets).keep('id', { flow: 'v1', address, form: refused.id });
  const signUp = signUpHash('portal_sign_up_id=id');
  const leadsTo = async (verified: boolean): Promise<string | undefined> => {
    const account = {
      id: 'a1',
      metadata_admin: { portal: { addresses: [], confirmed: [], known: [], signUp } },
      verifiable_addresses: [{ value: address, verified }],
    };
    const answers = { ...begun, '/admin/identities': [200, [account]] } satisfies KratosAnswers;
    return (await answerTo(path, answers, pairOf(cookie))).headers.location;
  };
  expect(await leadsTo(true)).toMatch(/^\/login\?(?:return_to=%2Fa&)?verified=v1$/);
  expect((await leadsTo(false)) ?? '').not.toMatch(/^\/login/);
});

test('a sign-up with a social account and a wrong address starts again with that address, without that account', async () => {
  const cookie = [
    createSignUpCookie(secrets).keep('id', { flow: 'v1', method: 'oidc.acme' }),
    createFlowAddress(secrets).keep('v1', 'ann@acme.exampel'),
  ].map(pairOf);
  const { html } = await shownPage('/registration?correct=v1', begun, cookie.join('; '));
  expect(html).toContain('Acme stays linked to the account with the wrong address. Sign up in another way.');
  expect(html).not.toContain('Correct your address');
  expect(inputOf(html, 'traits.email')).toContain('value="ann@acme.exampel"');
  expect(html).not.toContain('value="acme"');
  const other = await shownPage('/registration?correct=v2', begun, cookie.join('; '));
  expect(other.html).not.toContain('ann@acme.exampel');
  expect(other.html).toContain('value="acme"');
});

describe('a sign-up again after a sign-in with an address that is not verified', () => {
  const again = async (...lines: (string | undefined)[]) => {
    const known = createFlowAddress(secrets).keep('l1', 'ann@acme.example');
    const cookie = [known, ...lines].map(pairOf).join('; ');
    return (await shownPage('/registration?correct=l1', begun, cookie)).html;
  };

  test('says so, and begins with the address', async () => {
    const html = await again();
    expect(html).toContain('Correct your address. We then mail a new code there.');
    expect(inputOf(html, 'traits.email')).toMatch(/autofocus.*value="ann@acme.example"/i);
  });

  test('asks Kratos for an address that nobody typed: a passkey signed in', async () => {
    const context = { unverified: 'ann@acme.example', changed: 'no' };
    const messages = [{ id: 4710001, type: 'error', text: 'Enter the code.', context }];
    const answers = answersWith('login', withUi(recordedFlow('login'), { messages }), begun);
    const { html } = await shownPage('/registration?correct=l1', answers);
    expect(html).toContain('Correct your address. We then mail a new code there.');
    expect(inputOf(html, 'traits.email')).toContain('value="ann@acme.example"');
  });

  test('does not offer the service that was used, and names it', async () => {
    const context = { unverified: 'ann@acme.example', changed: 'no', service: 'oidc.acme' };
    const messages = [{ id: 4710001, type: 'info', text: 'Enter the code.', context } as const];
    const kept = (flow: string) => createLastingMessages(secrets).keep({ flow, messages });
    const html = await again(kept('l1'));
    expect(html).toContain(
      'Acme stays linked to the account with the wrong address. Sign up in another way.',
    );
    expect(html).not.toContain('value="acme"');
    expect(await again(kept('l2'))).toContain('value="acme"');
  });

  test('goes on with the sign-up of this browser that typed that address, and no other', async () => {
    const leadsTo = async (address: string): Promise<string | undefined> => {
      const cookie = [
        createFlowAddress(secrets).keep('l1', 'ann@acme.example'),
        createSignUpCookie(secrets).keep('id', { flow: 'v1', address }),
      ].map(pairOf);
      const { headers } = await answerTo('/registration?correct=l1&return_to=%2Fa', begun, cookie.join('; '));
      return headers.location;
    };
    expect(await leadsTo('ann@acme.example')).toBe('/registration?return_to=%2Fa&correct=v1');
    expect(await leadsTo('bob@acme.example')).toBeUndefined();
  });
});

describe('a sign-up again with a social account whose address nobody has verified', () => {
  const address = 'ann@acme.exampel';
  const account = (signUp: string) => ({
    id: 'a1',
    state: 'active',
    created_at: new Date().toISOString(),
    metadata_admin: { portal: { addresses: [], confirmed: [], known: [], signUp } },
    verifiable_addresses: [{ value: address, verified: false }],
  });
  const again = async (signUp = signUpHash('portal_sign_up_id=id')): Promise<string> => {
    const cookie = createSignUpCookie(secrets).keep('id', { flow: 'v1', method: 'oidc.acme', address });
    const answers = {
      ...begun,
      '/admin/identities': [200, [account(signUp ?? '')]],
      '/admin/identities/a1/sessions': [200, []],
    } satisfies KratosAnswers;
    return (await shownPage('/registration?correct=v1', answers, pairOf(cookie))).html;
  };

  test('offers that account again, because the portal can give up the account that has it', async () => {
    const html = await again();
    expect(html).toContain('Correct your address. We then mail a new code there.');
    expect(html).toContain('value="acme"');
    expect(inputOf(html, 'traits.email')).toContain(`value="${address}"`);
  });

  test('does not if another browser has made the account', async () => {
    const html = await again('another');
    expect(html).toContain('Acme stays linked to the account with the wrong address.');
    expect(html).not.toContain('value="acme"');
  });

  test('is forgotten with ‘Not you?’, because somebody else may be here next', async () => {
    const cookie = pairOf(createSignUpCookie(secrets).keep('id', { flow: 'v1', address }));
    const answer = await answerTo('/login?forget=true', {}, cookie);
    expect(cookiesSet(answer).join('; ')).toContain('portal_sign_up=; ');
  });
});
