import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { classify } from '../../shared/flow/classify.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { anyFlow, runs } from '../../test/support/flows/anyAnswer.ts';
import { json, setUpFlowHarness, show, harness } from '../../test/support/flowHarness.tsx';

setUpFlowHarness();

const complaints: unknown[] = [];

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation((...texts) => void complaints.push(texts));
});
afterEach(() => {
  jest.restoreAllMocks();
});

function flowIn(kind: FlowKind, body: unknown): Flow | undefined {
  const outcome = classify(kind, { status: 200, body });
  return outcome.kind === 'flow' ? outcome.flow : undefined;
}

/** Checks that a flow can be shown and sent, and that the next flow, as the answer, can be shown without errors. */
async function isShown(kind: FlowKind, first: unknown, next: unknown): Promise<void> {
  const flow = flowIn(kind, first);
  if (!flow) return;
  Object.assign(harness, { calls: [], gone: [], answers: [json(400, next)] });
  complaints.length = 0;
  const { container, unmount } = show(kind, flow);
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true });
  act(() => void container.querySelector('form')?.dispatchEvent(event));
  await waitFor(() => expect(harness.calls.length).toBeGreaterThan(0));
  await act(() => new Promise((done) => setTimeout(done)));
  unmount();
  expect(complaints).toEqual([]);
}

test.each(['login', 'registration', 'recovery', 'verification', 'settings'] as const)(
  'a %s flow can be sent, and an answer shown, whatever they lack',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyFlow(kind), anyFlow(kind), (first, next) => isShown(kind, first, next)),
      runs,
    );
  },
  runs.timeLimit,
);
