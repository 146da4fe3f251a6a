import { randomBytes } from 'node:crypto';
import type { JsonPatch, UpdateSettingsFlowBody } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { frontendRequests, identityRequests } from '../requests.ts';
import type { ProviderAnswer } from '../transport.ts';
import { distrust, trustKey, type Trust } from '../trust.ts';
import type { Check } from './checkProvider.ts';
import type { CheckCall, CheckedKratos } from './checkedKratos.ts';
import { danger, notice, type Finding } from './finding.ts';
import { remove } from './identities.ts';
import { throwawayTraits } from './throwawayTraits.ts';

/** A step of the check that Kratos did not take as expected. */
class Stopped extends Error {}

function required<Value>(value: Value | undefined, call: string, { status }: ProviderAnswer): Value {
  if (value === undefined) throw new Stopped(`${call} was answered with ${status}`);
  return value;
}

/** A browser that is signed in to Kratos. */
class Browser {
  readonly #call: CheckCall;
  readonly #cookies = new Map<string, string>();

  constructor(call: CheckCall) {
    this.#call = call;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(request: Parameters<CheckCall>[0]): Promise<ProviderAnswer> {
    const answer = await this.#call(request);
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = line.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  }

  /** Starts a flow. @returns its id and token */
  async start(what: string, request: Parameters<CheckCall>[0]): Promise<{ id: string; token: string }> {
    const answer = await this.send(request);
    const { id, ui } = fieldsOf(answer.body);
    const nodes = objectsIn(fieldsOf(ui).nodes).map(({ attributes }) => fieldsOf(attributes));
    const token = textIn(nodes.find(({ name }) => name === 'csrf_token')?.value) ?? '';
    return { id: required(textIn(id), what, answer), token };
  }
}

const unasked = (what: string, place: string): Finding =>
  danger(`Kratos does not ask the portal about ${what}: put its web hook first into ${place}.hooks.`);

/** Recovers a throwaway identity, signs it in and changes it, and looks at the trust record after each step. */
async function findingsAbout(
  { callPublic }: CheckedKratos,
  callAdmin: CheckCall,
  {
    id,
    identifier,
    password,
    changed,
  }: { id: string; identifier: string; password: string; changed: object },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const write = async (metadata: object): Promise<void> => {
    const patch: JsonPatch[] = [{ op: 'add', path: '/metadata_admin', value: metadata }];
    await callAdmin(identityRequests.patchIdentity(id, patch));
  };
  const expectChange = async (before: Trust | undefined, what: string, place: string): Promise<void> => {
    const { body } = await callAdmin(identityRequests.getIdentity(id));
    const record = fieldsOf(fieldsOf(body).metadata_admin)[trustKey];
    if (JSON.stringify(record) === JSON.stringify(before)) findings.push(unasked(what, place));
  };

  // the portal changes the record when it is asked
  await write({ [trustKey]: distrust });
  const made = await callAdmin(identityRequests.createRecoveryCodeForIdentity({ identity_id: id }));
  const { recovery_code: given, recovery_link: link } = fieldsOf(made.body);
  const code = required(textIn(given), 'A recovery code', made);
  const flow = new URL(textIn(link) ?? `https://${identifier}`).searchParams.get('flow') ?? '';
  await callPublic(frontendRequests.updateRecoveryFlow(flow, { method: 'code', code }));
  await expectChange(distrust, 'recoveries', 'selfservice.flows.recovery.after');

  await write({});
  const browser = new Browser(callPublic);
  const login = await browser.start('A sign-in', frontendRequests.createBrowserLoginFlow());
  const form = { method: 'password', identifier, password, csrf_token: login.token } as const;
  const signedIn = await browser.send(
    frontendRequests.updateLoginFlow(login.id, form, undefined, browser.cookie),
  );
  required(textIn(fieldsOf(fieldsOf(signedIn.body).session).id), 'A sign-in', signedIn);
  const change = async (fields: UpdateSettingsFlowBody): Promise<void> => {
    const settings = await browser.start(
      'The settings',
      frontendRequests.createBrowserSettingsFlow(undefined, browser.cookie),
    );
    const body = { ...fields, csrf_token: settings.token };
    const answer = await browser.send(
      frontendRequests.updateSettingsFlow(settings.id, body, undefined, browser.cookie),
    );
    required(answer.status === 200 || undefined, 'A change', answer);
  };
  await change({ method: 'profile', traits: changed });
  await expectChange(undefined, 'changes of the profile', 'selfservice.flows.settings.after.profile');

  await write({ [trustKey]: distrust });
  await change({ method: 'password', password: randomBytes(24).toString('base64url') });
  await expectChange(distrust, 'new passwords', 'selfservice.flows.settings.after.password');
  return findings;
}

/**
 * Checks whether Kratos asks the portal about changes of the profile and of the password, and about recoveries. Those of
 * keys, of linked accounts and of verifications would need a device, another service and a mail.
 */
export const askedHooks: Check = async (kratos, address) => {
  const { callPublic, callAdmin } = kratos;
  if (!callAdmin) return [];
  const { body: schemas } = await callPublic(identityRequests.listIdentitySchemas());
  const [before, after] = ['proved', 'changed'].map((what) => throwawayTraits(schemas, `${what}-${address}`));
  if (!before || !after) return [];
  const password = randomBytes(24).toString('base64url');
  const identifier = `proved-${address}`;
  const made = await callAdmin(
    identityRequests.createIdentity({
      schema_id: before.schemaId,
      traits: before.traits,
      credentials: { password: { config: { password } } },
      verifiable_addresses: [{ value: identifier, verified: true, via: 'email', status: 'completed' }],
    }),
  );
  const id = textIn(fieldsOf(made.body).id);
  if (id === undefined) return [];
  try {
    return await findingsAbout(kratos, callAdmin, { id, identifier, password, changed: after.traits });
  } catch (cause) {
    if (!(cause instanceof Stopped)) throw cause;
    return [notice(`Whether Kratos asks the portal about changes could not be checked: ${cause.message}.`)];
  } finally {
    await remove(callAdmin, id);
  }
};
