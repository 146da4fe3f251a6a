import type { Request, Response } from 'express';
import {
  actRow,
  includesRole,
  type ConsoleAct,
  type ConsoleProps,
  type ConsoleRole,
} from '../../shared/console.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { PortalError } from '../http/PortalError.ts';
import { recipientOf } from '../store/recipient.ts';
import type { Recorder } from '../store/recorder.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { forbidden } from './forbidden.ts';
import { justDone } from './justDone.ts';
import { failure, type ActLog } from './logAct.ts';
import { copiedCall, type Made, type ProviderCall } from './acts.ts';
import type { ConsoleLoaded, ConsoleNeeds } from './needs.ts';
import type { Member } from './member.ts';

/** The longest reason that is kept, in characters. */
const longest = 500;

/** An act that somebody is asked about, on one target. */
export interface AskedAct {
  act: ConsoleAct;
  /** The least role that may do it: never less than its target's own. */
  role: ConsoleRole;
  target: ConsoleProps['act']['target'];
  /** Whose history gets it; absent for an application. */
  identity?: StoredIdentity;
  item?: string | undefined;
  /** What `item` is called. */
  itemName?: string | undefined;
  call?: ProviderCall | undefined;
  make: () => Promise<Made>;
}

/** Shows what an act does, and asks. */
export function askAct(
  { act, target, item, itemName, call }: AskedAct,
  { settings }: Pick<ConsoleNeeds, 'settings'>,
  more: Partial<Pick<ConsoleProps['act'], 'problem' | 'reason'>> = {},
): Extract<ConsoleLoaded, { page: unknown }> {
  const copied = call && copiedCall(call, settings.PORTAL_URL);
  return {
    page: {
      name: 'act',
      props: {
        act,
        target,
        backUrl: target.url,
        ...(item !== undefined && { item }),
        ...(itemName !== undefined && { itemName }),
        ...(copied && { call: copied }),
        ...more,
      },
    },
  };
}

/** What making an act needs. */
export interface MakeOptions extends ConsoleNeeds, ActLog {
  /** Adds to a person's history, without the administrator's browser and address. */
  record: Recorder;
}

/**
 * Makes an act that a form asks for: with its reason and the typed name, where it needs them. Each attempt is a line in the log.
 *
 * @returns what to show, or where to go on
 */
export async function makeAct(
  request: Request,
  response: Response,
  member: Member,
  asked: AskedAct,
  needs: MakeOptions,
): Promise<ConsoleLoaded> {
  const { act, target, identity, item, call, make } = asked;
  const row = actRow(act);
  const fields = fieldsOf(request.body);
  const reason = (textIn(fields.reason) ?? '').trim().slice(0, longest) || undefined;
  const line = { operation: act, target: target.id, item, reason };
  if (!includesRole(member.role, asked.role)) {
    await needs.logAct(member, request, { ...line, outcome: 'refused: forbidden' });
    return forbidden(member, asked.role, target.url);
  }
  if (row.reason && reason === undefined)
    return { status: 400, ...askAct(asked, needs, { problem: 'reason' }) };
  const given = reason === undefined ? {} : { reason };
  if (row.destroys && textIn(fields.name)?.trim() !== target.name)
    return { status: 400, ...askAct(asked, needs, { ...given, problem: 'name' }) };
  const end = await needs.beginAct(member, request, line);
  if (!end) return { status: 503, ...askAct(asked, needs, { ...given, problem: 'log' }) };
  let made: Made;
  try {
    made = await make();
  } catch (error) {
    await end(failure(error));
    if (!(error instanceof PortalError)) throw error;
    const problem = error.id === 'not_configured' ? 'noMail' : 'failed';
    return { status: error.status, ...askAct(asked, needs, { ...given, problem }) };
  }
  const { secret, before, after, happened } = made;
  const log = await end('made', { before, after });
  if (identity)
    await needs.record(
      {},
      {
        identity: identity.id,
        recipient: recipientOf(identity, undefined),
        ...(happened ?? { kind: 'changedByAdmin', about: { operation: call?.operation ?? act } }),
      },
    );
  if (secret !== undefined) return { page: { name: 'secret', props: { act, target, secret, log } } };
  response.append('Set-Cookie', justDone.keep(`${act}.${log}`, needs.settings.PORTAL_URL));
  return { redirect: target.url };
}
