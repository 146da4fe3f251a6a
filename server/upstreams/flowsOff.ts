import type { Answer } from '../../shared/flow/classify.ts';
import { readAnswer } from '../../shared/flow/readAnswer.ts';
import type { FlowKind } from '../../shared/page.ts';
import { startFlow } from './flows.ts';
import type { KratosFrontend } from './kratos.ts';

/** The flows that can be turned off in the provider. */
const optional = ['registration', 'recovery', 'verification'] as const satisfies FlowKind[];

/** How long to wait for an answer, in milliseconds. */
const patienceMs = 10_000;

/** Whether Kratos says that a flow is turned off. Only registration has an error id; all three have the sentence. */
function isDisabled(kind: FlowKind, { status, body }: Answer): boolean {
  const { errorId, message = '' } = readAnswer(kind, body);
  return (
    status === 400 &&
    (errorId === 'self_service_flow_disabled' || message.includes('because it was disabled'))
  );
}

/** Creates the memory. Initially every flow counts as turned on. @param kratos the provider */
export function createFlowsOff(kratos: KratosFrontend) {
  const off = new Set<FlowKind>();
  function note(kind: FlowKind, answer: Answer): void {
    if (isDisabled(kind, answer)) off.add(kind);
    else if (answer.status === 200) off.delete(kind);
  }
  return {
    isOff: (kind: FlowKind) => off.has(kind),
    /** Notes the provider's answer to a request to begin a flow. */
    note,
    /** Asks the provider, by beginning one of each. Never rejects; without an answer, nothing changes. */
    ask: async () => {
      await Promise.allSettled(
        optional.map(async (kind) => {
          const signal = AbortSignal.timeout(patienceMs);
          note(kind, await kratos.answer(startFlow[kind]({}), { signal }));
        }),
      );
    },
  };
}

/** Knows which flows are turned off in the provider, so that no page links to them. */
export type FlowsOff = ReturnType<typeof createFlowsOff>;
