import type { IncomingHttpHeaders } from 'node:http';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import * as nodeGroup from '../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { SessionCredentials } from '../../provider/kratos.ts';
import { fieldsIn } from './answers.ts';
import type { Send } from './suspects.ts';
import { cookiePair } from '../../http/cookiePair.ts';

/** The fields of the settings that remove a key, and the methods that they belong to. */
const removals = new Map<string, string>([
  [nodeName.removePasskey, nodeGroup.passkey],
  [nodeName.removeSecurityKey, nodeGroup.webauthn],
]);

/**
 * Removes all passkeys and security keys in the settings of an account, as its owner may: Kratos v1.3.1 lets no admin remove
 * passkeys. Those that the provider refuses to remove are left.
 *
 * @param session the owner's, right after a sign-in
 * @param headers those of the person that the upstream gets
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
  const started = await send({
    method: 'GET',
    path: '/self-service/settings/browser',
    headers: { ...asOwner, cookie: own.join('; ') },
    body: Buffer.alloc(0),
  });
  const { id, ui } = fieldsIn(started);
  const inputs = objectsIn(fieldsOf(ui).nodes).map(({ attributes }) => fieldsOf(attributes));
  const csrf = inputs.find(({ name }) => name === nodeName.csrfToken)?.value;
  const csrfCookies = (started.headers['set-cookie'] ?? []).map(cookiePair);
  for (const { name, value } of inputs) {
    const field = textIn(name) ?? '';
    const method = removals.get(field);
    if (method)
      await send({
        method: 'POST',
        path: `/self-service/settings?flow=${encodeURIComponent(textIn(id) ?? '')}`,
        headers: {
          ...asOwner,
          cookie: [...own, ...csrfCookies].join('; '),
          'content-type': 'application/json',
        },
        body: Buffer.from(JSON.stringify({ method, [nodeName.csrfToken]: csrf, [field]: value })),
      });
  }
}
