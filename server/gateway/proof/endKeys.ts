import type { IncomingHttpHeaders } from 'node:http';
import type { UpdateSettingsFlowBody } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { methods } from '../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { startFlow } from '../../provider/flows.ts';
import type { SessionCredentials } from '../../provider/kratos.ts';
import { frontendRequests } from '../../provider/requests.ts';
import { fieldsIn } from './answers.ts';
import type { Send } from './suspects.ts';
import { cookiePair } from '../../security/cookies/cookieHeaders.ts';

/** The methods whose keys the settings remove, by the field that does. */
const removals = new Map<string, string>(
  ([nodeGroup.passkey, nodeGroup.webauthn] as const).map((group) => [methods[group].removes, group]),
);

/**
 * Removes all passkeys and security keys of an account through its settings, as its owner could: in Kratos v1.3.1 no
 * admin can remove passkeys. Keys that the provider refuses to remove stay.
 *
 * @param session the owner's, right after a sign-in
 * @param headers the person's headers, as the upstream gets them
 */
export async function endKeys(
  session: SessionCredentials,
  { send, headers }: { send: Send; headers: IncomingHttpHeaders },
): Promise<void> {
  const own = 'Cookie' in session ? [session.Cookie] : [];
  const asOwner = {
    ...headers,
    accept: 'application/json',
    ...('Cookie' in session ? {} : { 'x-session-token': session['X-Session-Token'] }),
  };
  const started = await send(startFlow.settings({}), { ...asOwner, cookie: own.join('; ') });
  const { id, ui } = fieldsIn(started);
  const inputs = objectsIn(fieldsOf(ui).nodes).map(({ attributes }) => fieldsOf(attributes));
  const csrf = inputs.find(({ name }) => name === nodeName.csrfToken)?.value;
  const csrfCookies = (started.headers['set-cookie'] ?? []).map(cookiePair);
  for (const { name, value } of inputs) {
    const field = textIn(name) ?? '';
    const method = removals.get(field);
    if (method)
      await send(
        frontendRequests.updateSettingsFlow(textIn(id) ?? '', {
          method,
          [nodeName.csrfToken]: csrf,
          [field]: value,
        } as UpdateSettingsFlowBody),
        { ...asOwner, cookie: [...own, ...csrfCookies].join('; ') },
      );
  }
}
