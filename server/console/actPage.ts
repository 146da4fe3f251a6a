import type { Request } from 'express';
import { actRow, includesRole, type ConsoleAct, type ConsoleRole } from '../../shared/console/acts.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { LimitedHelp } from '../security/limits/helpLimits.ts';
import { recipientOf } from '../store/recipient.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { copiedCall, type Made, type ProviderCall } from './acts.ts';
import { carryOut, type MakeOptions } from './carryOut.ts';
import type { Member } from './member.ts';
import { shown, type ConsoleLoaded, type ConsoleNeeds } from './needs.ts';

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
  limit?: LimitedHelp | undefined;
  call?: ProviderCall | undefined;
  make: () => Promise<Made>;
}

/** Shows what an act does, and asks. */
export function askAct(
  { act, target, item, itemName, call }: AskedAct,
  { settings }: Pick<ConsoleNeeds, 'settings'>,
  more: Partial<Pick<ConsoleProps['act'], 'problem' | 'until' | 'reason'>> = {},
  status?: number,
): ConsoleLoaded {
  const copied = call && copiedCall(call, settings.PORTAL_URL);
  return shown(
    'act',
    {
      act,
      target,
      backUrl: target.url,
      ...(item !== undefined && { item }),
      ...(itemName !== undefined && { itemName }),
      ...(copied && { call: copied }),
      ...more,
    },
    status,
  );
}

/**
 * Makes an act that a form asks for: with its reason and the typed name, where it needs them.
 *
 * @returns what to show, or where to go on
 */
export async function makeAct(
  request: Request,
  member: Member,
  asked: AskedAct,
  needs: MakeOptions,
): Promise<ConsoleLoaded> {
  const { act, role, target, identity, item, limit, call, make } = asked;
  const { reason: needsReason, destroys } = actRow(act);
  const fields = fieldsOf(request.body);
  const reason = (textIn(fields.reason) ?? '').trim().slice(0, longest) || undefined;
  const given = reason === undefined ? {} : { reason };
  const lacks = needsReason && reason === undefined ? 'reason' : 'name';
  const isLacking = lacks === 'reason' || (destroys && textIn(fields.name)?.trim() !== target.name);
  // whoever may not make it at all reads that alone
  if (isLacking && includesRole(member.role, role))
    return askAct(asked, needs, { ...given, problem: lacks }, 400);
  const deed = { operation: act, role, target: target.id, item, reason, limit, make };
  const outcome = await carryOut(request, member, deed, target.url, needs);
  if ('refused' in outcome) return outcome.refused;
  if ('problem' in outcome) {
    const { status, ...problem } = outcome;
    return askAct(asked, needs, { ...given, ...problem }, status);
  }
  const { made, log } = outcome;
  if (identity && made.happened !== null)
    await needs.record(
      { requestId: request.id },
      {
        identity: identity.id,
        recipient: recipientOf(identity, undefined),
        ...(made.happened ?? { kind: 'changedByAdmin', about: { operation: call?.operation ?? act } }),
      },
    );
  if (made.secret) return shown('secret', { act, target, log, ...made.secret });
  return { redirect: target.url, done: { act: made.done ?? act, log } };
}
