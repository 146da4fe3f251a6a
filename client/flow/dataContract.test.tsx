import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SettingsFlow, UiNode } from '@ory/client';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { button, field, harness, json, setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { newerFlows } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import { setUpSettingsHarness, showSettings } from '../../test/support/settingsHarness.tsx';
import type { Flow, FlowKind } from '../../shared/page.ts';

setUpSettingsHarness();
setUpFlowHarness();

const render = (kind: FlowKind, flow: Flow) =>
  kind === 'settings' ? showSettings(flow as SettingsFlow) : show(kind, flow);

/** Whether a node is a field or a button, not a hidden input. */
const isControl = (node: UiNode): boolean => (inputAttributes(node)?.type ?? 'hidden') !== 'hidden';

const all = (container: Element, selector: string): HTMLElement[] =>
  Array.from(container.querySelectorAll<HTMLElement>(selector));

describe.each([...recordedFlows, ...newerFlows])('$name', ({ kind, flow }) => {
  test('every field and button of the flow has its group and name as data-node', () => {
    const { container } = render(kind, flow);
    const found = all(container, '[data-node]').map(({ dataset }) => dataset.node);
    const nodes = flow.ui.nodes.filter(isControl);
    for (const node of nodes) expect(found).toContain(`${node.group}.${inputAttributes(node)?.name ?? ''}`);
    const names = new Set(nodes.map((node) => inputAttributes(node)?.name));
    const controls = all(container, 'form :is(input, select, button)').filter(
      (control) =>
        names.has(control.getAttribute('name') ?? '') &&
        control.getAttribute('type') !== 'hidden' &&
        control.ariaHidden !== 'true',
    );
    for (const control of controls) expect(control.dataset.node).toMatch(/^[a-z_]+\..+/);
  });

  test('every text, picture and link of the flow has its group and id as data-node', () => {
    const { container } = render(kind, flow);
    for (const { group, attributes } of flow.ui.nodes)
      if (['text', 'img', 'a'].includes(attributes.node_type) && 'id' in attributes)
        expect(all(container, `[data-node="${group}.${attributes.id}"]`)).toHaveLength(1);
  });

  test('every visible message has its id as data-message', () => {
    const { container } = render(kind, flow);
    const texts = [...(flow.ui.messages ?? []), ...flow.ui.nodes.flatMap(({ messages }) => messages)];
    const ids = new Set(texts.map(({ id }) => String(id)));
    // messages both at the top and at fields have this class
    for (const { dataset } of all(container, '.message')) {
      expect(dataset.message).toMatch(/^(?:\d{7}|[a-z]+(?:\.[\w.]+)?)$/i);
      if (/^\d/.test(dataset.message ?? '')) expect(ids).toContain(dataset.message);
    }
  });
});

test('buttons with the same name are told apart by their values', () => {
  const { container } = show('login', recordedFlow('login'));
  const social = all(container, '[data-node="oidc.provider"]').map((one) => one.getAttribute('value'));
  expect(social.length).toBeGreaterThan(1);
  expect(new Set(social).size).toBe(social.length);
});

test('a message of the portal itself has its text’s key as data-message, even after an answer', async () => {
  const { container } = show('login');
  await userEvent.type(field(/^Email/), 'a@b.example');
  await userEvent.type(field(/^Password/), 'secret');
  harness.answers = [new TypeError('fetch failed')];
  await userEvent.click(button('Sign in with password'));
  expect(all(container, '[data-message="transport"]')).toHaveLength(1);
});

test('the document names the flow’s current step, even after an answer', async () => {
  show('recovery');
  expect(document.documentElement.dataset.flowState).toBe('choose_method');
  harness.answers = [json(200, recordedFlow('recovery-sent'))];
  await userEvent.type(field(/^Email/), 'a@b.example');
  await userEvent.click(button(/^Continue|^Submit|^Send|^Email me/));
  await waitFor(() => expect(document.documentElement.dataset.flowState).toBe('sent_email'));
});
