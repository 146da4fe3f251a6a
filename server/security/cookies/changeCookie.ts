import type { Flow } from '../../../shared/page.ts';
import { changesSaved } from '../../../shared/flow/messageId.ts';
import { settingsChanges, type SettingsChange } from '../../../shared/flow/settingsChange.ts';
import { ownCookie } from './ownCookie.ts';

/** The time allowed for a confirmation between a change and the page that announces it. */
const maxAgeSeconds = 15 * 60;

const cookie = ownCookie('portal_change', maxAgeSeconds);

/** A settings change that a browser has sent, which the provider's answer does not name. */
export interface ChangeSent {
  /** The id of the flow whose form it was. */
  flow: string;
  change: SettingsChange;
  /** Whether it waits for a confirmation or another site, was answered by the provider, or announced by a page. */
  stage: Stage;
  /** The id of the service whose account is to be linked or unlinked. */
  service?: string | undefined;
}

const stages = ['waits', 'answered', 'seen'] as const;
type Stage = (typeof stages)[number];

const isChange = (value: string | undefined): value is SettingsChange =>
  (settingsChanges as readonly (string | undefined)[]).includes(value);

/** Returns the `Set-Cookie` that keeps a change for the next page; undefined for a flow without an id. */
export const keepChange = (
  { flow, change, stage, service = '' }: ChangeSent,
  portalUrl: string,
): string | undefined => {
  const parts = [flow, change, stage, ...(/^[\w-]+$/.test(service) ? [service] : [])];
  return /^[\w-]+$/.test(flow) ? cookie.keep(parts.join('.'), portalUrl) : undefined;
};

/** Returns the `Set-Cookie` that deletes it. */
export const forgetChange = (portalUrl: string): string => cookie.expired(portalUrl);

/** Reads the change from a Cookie header, whether or not the provider has saved it. */
export function sentChange(header: string | undefined, portalUrl: string): ChangeSent | undefined {
  const [flow = '', change, given, service] = cookie.read(header, portalUrl)?.split('.') ?? [];
  const stage = stages.find((known) => known === given);
  return isChange(change) && stage ? { flow, change, stage, service } : undefined;
}

/**
 * Reads the change that the page of a flow follows.
 *
 * @returns undefined if there is none, or the provider has not saved it
 */
export function readChange(
  header: string | undefined,
  shown: Pick<Flow, 'id' | 'ui'>,
  portalUrl: string,
): ChangeSent | undefined {
  const sent = sentChange(header, portalUrl);
  const isSaved = shown.ui.messages?.some(({ id }) => id === changesSaved) === true;
  return sent?.flow === shown.id && isSaved ? sent : undefined;
}
