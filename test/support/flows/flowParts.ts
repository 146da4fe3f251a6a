import type { UiNode, UiNodeInputAttributes, UiText } from '@ory/client';
import type { FlowKind, FlowOf } from '../../../shared/page.ts';

const origin = 'http://localhost:3000';

/** A message or label. */
export const text = (
  id: number,
  words: string,
  context: object = {},
  type: UiText['type'] = 'info',
): UiText => ({
  id,
  text: words,
  type,
  context,
});

/** An input node, for flows of providers that do not run here. */
export const input = (
  group: string,
  name: string,
  type: string,
  more: Partial<UiNodeInputAttributes> & Record<string, unknown> = {},
  label?: UiText,
): UiNode => ({
  type: 'input',
  group: group as UiNode['group'],
  attributes: { name, type: type as 'text', disabled: false, ...more, node_type: 'input' },
  messages: [],
  meta: label ? { label } : {},
});

/** A submit button of a method. */
export const method = (group: string, label: UiText): UiNode =>
  input(group, 'method', 'submit', { value: group }, label);

/** The token that every browser flow carries. */
export const csrf = input('default', 'csrf_token', 'hidden', { value: 'csrf', required: true });

/**
 * A flow of these nodes.
 *
 * @param kind which flow
 * @param nodes without the CSRF token, which is added
 * @param more other fields of the flow
 */
export const flowOf = <Kind extends FlowKind>(kind: Kind, nodes: UiNode[], more: object = {}): FlowOf[Kind] =>
  ({
    id: 'f1',
    type: 'browser',
    state: 'choose_method',
    issued_at: '2026-01-01T00:00:00Z',
    expires_at: '2026-01-01T01:00:00Z',
    request_url: `${origin}/self-service/${kind}/browser`,
    ui: {
      action: `${origin}/self-service/${kind}?flow=f1`,
      method: 'POST',
      nodes: [csrf, ...nodes],
      messages: [],
    },
    ...more,
  }) as unknown as FlowOf[Kind];
