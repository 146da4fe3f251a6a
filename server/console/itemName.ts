import type { PersonAct } from '../../shared/console/acts.ts';
import { shownName } from '../../shared/shownName.ts';
import { agentName } from '../../shared/userAgent.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import type { ConsoleNeeds } from './needs.ts';

/** Returns what the thing is called that an act on a person is about; undefined for one that is not theirs, or needs no name. */
export async function itemName(
  act: PersonAct,
  item: string,
  account: StoredIdentity,
  { identities, provider }: ConsoleNeeds,
): Promise<string | undefined> {
  const { id, verifiable_addresses: addresses } = account;
  if (act === 'mailVerificationCode') return addresses?.find(({ value }) => value === item)?.value;
  if (act === 'withdrawApplication') {
    const client = await allowedClient(provider.hydra, id, item);
    return client ? (shownName(client.client_name ?? '') ?? item) : undefined;
  }
  if (act !== 'endSession') return undefined;
  for await (const sessions of identities.everySession(id)) {
    const session = sessions.find((one) => one.id === item);
    if (!session) continue;
    const { browser, system } = agentName(session.devices?.[0]?.user_agent ?? '');
    return [browser, system].filter((part) => part !== 'none').join(', ') || item;
  }
  return undefined;
}

/** Returns the client of an application that somebody has allowed; undefined for any other. */
export async function allowedClient(hydra: Hydra | undefined, subject: string, client: string) {
  const grants = (await hydra?.grants.list(subject)) ?? [];
  return grants.find(({ consent_request: request }) => request?.client?.client_id === client)?.consent_request
    ?.client;
}
