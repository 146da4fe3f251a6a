import { classify } from '../../shared/flow/classify.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { fieldValue } from './fieldValue.ts';
import { startFlow } from './flows.ts';
import type { KratosFrontend } from './kratos.ts';
import { frontendRequests } from './requests.ts';

/** Whether backup codes were turned off: undefined if not, and the settings then still show them. */
export type TurnedOff = 'done' | 'confirmFirst' | undefined;

/**
 * Turns off the backup codes of a browser's user, in a settings flow of its own.
 *
 * @returns `confirmFirst` if the user has to confirm their identity
 */
export async function turnOffCodes({
  kratos,
  cookie,
}: {
  kratos: KratosFrontend;
  cookie: string | undefined;
}): Promise<TurnedOff> {
  const started = classify('settings', await kratos.answer(startFlow.settings({}), { cookie }));
  if (started.kind !== 'flow') return undefined;
  const answer = await kratos.answer(
    frontendRequests.updateSettingsFlow(started.flow.id, {
      method: nodeGroup.lookupSecret,
      lookup_secret_disable: true,
      csrf_token: fieldValue(started.flow, nodeName.csrfToken),
    }),
    { cookie },
  );
  if (answer.status === 200) return 'done';
  return classify('settings', answer).kind === 'navigate' ? 'confirmFirst' : undefined;
}
