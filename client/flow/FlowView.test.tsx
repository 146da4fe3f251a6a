import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { csrf, flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';
import { field, show, setUpFlowHarness } from '../../test/support/flowHarness.tsx';
import { newerFlow, newerFlows } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

describe.each([...recordedFlows, ...newerFlows])('$name', ({ kind, flow }) => {
  test('every node is on the page', () => {
    const { container } = show(kind, flow);
    for (const node of flow.ui.nodes) {
      const { attributes } = node;
      const known = inputAttributes(node);
      if (known) {
        const found = Array.from(container.querySelectorAll<HTMLInputElement>('[name]'));
        expect(found.map(({ name }) => name)).toContain(known.name);
      } else if (attributes.node_type === 'script') {
        expect(document.querySelector(`script[src="${attributes.src}"]`)).not.toBeNull();
      } else if ('id' in attributes && node.type !== ('hologram' as 'div')) {
        expect(container.querySelector(`#${attributes.id}`)).not.toBeNull();
      }
    }
  });

  test('every form carries the CSRF token and posts to the flow’s action', () => {
    const { container } = show(kind, flow);
    const forms = Array.from(container.querySelectorAll('form'));
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) {
      expect(form.action).toBe(flow.ui.action);
      expect(form.method).toBe('post');
      expect(form.querySelectorAll('input[name="csrf_token"]')).toHaveLength(1);
    }
  });
});

test('a flow’s scripts are removed with it', () => {
  const { unmount } = show('login');
  const scripts = () => document.querySelectorAll('script[integrity]').length;
  expect(scripts()).toBe(1);
  unmount();
  expect(scripts()).toBe(0);
});

test('a blank message is shown neither at the top nor at a node', () => {
  const blank = text(9990001, '  ', {}, 'error');
  const flow = flowOf('login', [
    { ...input('password', 'password', 'password', {}, text(1070001, 'Password')), messages: [blank] },
    { ...method('password', text(1010001, 'Sign in')), messages: [blank] },
  ]);
  flow.ui.messages = [blank, text(1010012, 'Please prepare')];
  const { container } = show('login', flow);
  const shown = Array.from(container.querySelectorAll('.message'), ({ textContent }) => textContent);
  expect(shown).toEqual([expect.stringMatching(/^Have your security key ready/)]);
});

describe('fields', () => {
  test('have the attributes for autofill and validation that the provider sets', () => {
    show('registration', newerFlow('inputs of every type'));
    expect(field('tel').getAttribute('pattern')).toBe('.+');
    expect(field('datetime-local').type).toBe('datetime-local');
    expect(field('password').autocomplete).toBe('new-password');
    const language = screen.getByLabelText<HTMLSelectElement>('Language');
    expect(Array.from(language.options, ({ label, value }) => [value, label || value])).toEqual([
      ['', 'Not set'],
      ['en', 'English'],
      ['fr', 'Français'],
    ]);
    expect(field('News').checked).toBe(true);
  });

  test.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00'],
    ['2026-01-31T12:00:00.5+02:00', '2026-01-31T10:00:00.500'],
    ['2026-01-31T23:30:00-01:00', '2026-02-01T00:30'],
    ['tomorrow-00:00', ''],
  ])('hold a date and time in UTC, without a zone: %s', (value, held) => {
    const at = input('default', 'traits.at', 'datetime-local', { value }, text(1070002, 'At'));
    show('registration', flowOf('registration', [at]));
    expect(field('At').value).toBe(held);
  });
});

test('the page focuses its first field, unless there is an error', () => {
  show('login');
  expect(document.activeElement).toBe(field(/^Email/));
});

test('a page that was served with errors focuses the first one', () => {
  show('registration', recordedFlow('registration-errors'));
  expect(document.activeElement).toBe(field(/informed consent/));
});

test('a message about a hidden input is shown', () => {
  const hidden = {
    ...csrf,
    messages: [text(4000002, 'Property csrf_token is missing.', { property: 'csrf_token' }, 'error')],
  };
  const flow = flowOf('login', [method('code', text(1010015, 'Send'))]);
  flow.ui.nodes[0] = hidden;
  show('login', flow);
  expect(screen.getByText(/“csrf_token” is missing/)).toBeTruthy();
});

test('outside the settings, a list of backup codes is a sentence', () => {
  const { container } = show('login', flowOf('login', recordedFlow('settings-lookup-revealed').ui.nodes));
  const codes = container.querySelector('p#lookup_secret_codes')?.textContent;
  expect(codes).toMatch(/^\w+(, \w+)*,? .*and /);
  expect(codes).not.toContain('settings.');
});

test('a step without a resend button links to a new code', () => {
  const flow = recordedFlow('verification-sent');
  flow.ui.nodes = flow.ui.nodes.filter(({ meta }) => meta.label?.id !== 1070008);
  show('verification', flow);
  expect(screen.getByRole('link', { name: 'Request a new code' }).getAttribute('href')).toMatch(
    /^\/verification\?existing=/,
  );
});

test('a step that waits for a mailed link does not mention codes, and has no primary button', () => {
  const { container } = show('recovery', recordedFlow('recovery-link-sent'));
  expect(container.querySelector('button.primary')).toBeNull();
  expect(screen.getByText(/an email with a recovery link is on its way/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Request a new code' })).toBeNull();
});

test('a re-authentication shows the account, even if the provider does not name it', () => {
  show('login', recordedFlow('login-refresh'), { signedInAddress: 'ann@example.org' });
  expect(screen.queryByLabelText(/^Email/)).toBeNull();
  expect(new FormData(field(/^Password/).form ?? undefined).get('identifier')).toBe('ann@example.org');
  expect(screen.getByText('Logged in as:').parentElement?.textContent).toContain('ann@example.org');
});
