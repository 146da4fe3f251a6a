import type { Logger } from 'pino';
import type { Store } from '../store/store.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { Keto } from '../upstreams/keto.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { trustOf } from '../upstreams/trust.ts';
import { tellOperator, type WebHookSettings } from './webHook.ts';

/** How often a replica looks for deletions that are due, in milliseconds. */
const lookMs = 15_000;

/** For how long a replica has a deletion to itself, and after which time one that failed is tried again. */
const leaseMs = 5 * 60_000;

interface DeletionOptions {
  identities: Identities;
  hydra?: Hydra | undefined;
  keto?: Keto | undefined;
  store: Pick<Store, 'deletions'>;
  settings: WebHookSettings;
  log: Logger;
}

/** When an account is to be deleted: never once a sign-in has taken off the mark, and at once if it is gone already. */
const deletionOf = (account: StoredIdentity | undefined): number =>
  account ? (trustOf(account)?.deletion ?? Infinity) : 0;

/** Waits for what a server does. @throws Error that names the server, because the log has to */
async function by<Result>(server: string, work: Promise<Result> | undefined): Promise<Result | undefined> {
  try {
    return await work;
  } catch (cause) {
    throw new Error(`${server} does not do it`, { cause });
  }
}

/**
 * Deletes everything about an identity, and asks each server whether it is gone. Each step may be repeated; the identity is the
 * last, so that what it belongs to can still be found.
 *
 * @returns when it is to be deleted, if its owner has come back in the meantime; else 0
 * @throws Error that names the server that does not do it, or still has something
 */
async function deleteEverywhere(
  { identities, hydra, keto }: Pick<DeletionOptions, 'identities' | 'hydra' | 'keto'>,
  identity: string,
): Promise<number> {
  await by('Hydra', hydra?.grants.revoke(identity, 'all'));
  await by('Hydra', hydra?.grants.endLogins(identity));
  await by('Keto', keto?.deleteRelationsOf(identity));
  const time = deletionOf(await by('Kratos', identities.find(identity)));
  if (time > Date.now()) return time;
  await by('Kratos', identities.remove(identity));
  const [account, consents, relations] = await Promise.all([
    by('Kratos', identities.find(identity)),
    by('Hydra', hydra?.grants.list(identity)),
    by('Keto', keto?.relationsOf(identity).next()),
  ]);
  const left = Object.entries({ Kratos: account, Hydra: consents?.[0], Keto: relations?.value?.[0] });
  for (const [server, one] of left) if (one) throw new Error(`${server} still has something of it`);
  return 0;
}

/**
 * Deletes the accounts whose time has come, each by one replica, until everything is gone, the operator's system has been told
 * and the owner is about to be. A sign-in has taken the mark off the accounts of people who have come back.
 *
 * @returns what ends it
 */
export function deleteAccounts({
  store: { deletions },
  settings,
  log,
  ...servers
}: DeletionOptions): () => void {
  let isRunning = false;
  const look = async (): Promise<void> => {
    for (const planned of await deletions.take(Date.now() + leaseMs)) {
      const { identity } = planned;
      try {
        let time = deletionOf(await by('Kratos', servers.identities.find(identity)));
        if (time <= Date.now()) time = await deleteEverywhere(servers, identity);
        if (time > 0) {
          // who has come back, and asks anew, has another plan; without days of grace a plan may be due before its mark is there
          if (time === Infinity && Date.now() >= planned.due + leaseMs) await deletions.cancel(planned);
          continue;
        }
        await tellOperator(settings, identity);
        await deletions.end(planned);
        log.info({ identity }, 'an account was deleted, as its owner asked');
      } catch (err) {
        log.error(
          { identity, err },
          'an account that its owner has deleted is not gone yet, and is tried again',
        );
      }
    }
  };
  const lookQuietly = (): void => {
    if (isRunning) return;
    isRunning = true;
    // without the database they wait; the store says so
    void look()
      .catch(() => undefined)
      .finally(() => {
        isRunning = false;
      });
  };
  const looking = setInterval(lookQuietly, lookMs).unref();
  lookQuietly();
  return () => clearInterval(looking);
}
