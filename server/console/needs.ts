import type { Request } from 'express';
import type { ConsolePage, ConsolePageName, ConsoleProps, DoneAct } from '../../shared/console/pages.ts';
import type { MailRecovery } from '../notices/mailer.ts';
import type { Limits } from '../security/limits/createLimits.ts';
import type { Settings } from '../settings/config.ts';
import type { Store } from '../store/store.ts';
import type { Identities } from '../upstreams/identities.ts';
import type { Provider } from '../upstreams/provider.ts';
import type { Member } from './member.ts';

/** What the console's pages read from and act on. */
export interface ConsoleNeeds {
  settings: Settings;
  provider: Provider;
  identities: Identities;
  store: Store;
  /** Reads somebody anew into the index. */
  refresh?: ((identity: string) => void) | undefined;
  /** Undefined without a mail server. */
  mailRecovery?: MailRecovery | undefined;
  /** Undefined if RATE_LIMIT is off. */
  limits: Limits | undefined;
}

/** A visit to a page of the console. */
export interface ConsoleVisit {
  params: Record<string, string | undefined>;
  query: URLSearchParams;
  member: Member;
  /** Whether a script asks: it gets a list of people even of one. */
  wantsJson: boolean;
}

/** What a page of the console shows, or where it leads. */
export type ConsoleLoaded = { page: ConsolePage; status?: number } | { redirect: string; done?: DoneAct };

/** Shows a page of the console. @param status 200 by default */
export const shown = <Name extends ConsolePageName>(
  name: Name,
  props: ConsoleProps[Name],
  status?: number,
): ConsoleLoaded => ({ page: { name, props } as ConsolePage, ...(status !== undefined && { status }) });

/** Loads a page of the console. @throws PortalError as the provider's calls do */
export type ConsoleLoader = (visit: ConsoleVisit) => Promise<ConsoleLoaded> | ConsoleLoaded;

/** Answers a form of a member. @throws PortalError as the provider's calls do */
export type FormHandler = (request: Request, member: Member) => Promise<ConsoleLoaded>;
