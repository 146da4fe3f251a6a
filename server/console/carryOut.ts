import type { Request } from 'express';
import { includesRole, type ConsoleRole } from '../../shared/console/acts.ts';
import type { ActProblem } from '../../shared/console/pages.ts';
import { PortalError } from '../http/PortalError.ts';
import type { LimitedHelp } from '../security/limits/helpLimits.ts';
import type { Recorder } from '../store/recorder.ts';
import type { Made } from './acts.ts';
import { forbidden } from './forbidden.ts';
import { failure, type ActLog } from './logAct.ts';
import type { Member } from './member.ts';
import type { ConsoleLoaded, ConsoleNeeds } from './needs.ts';

/** What making an act needs. */
export interface MakeOptions extends ConsoleNeeds, ActLog {
  /** Adds to a person's history, without the administrator's browser and address. */
  record: Recorder;
}

/** An act that a member asks for. */
export interface Deed {
  operation: string;
  /** The least role that may do it: never less than its target's own. */
  role: ConsoleRole;
  /** The id of what it is done to; empty for none. */
  target: string;
  item?: string | undefined;
  reason?: string | undefined;
  before?: unknown;
  after?: unknown;
  /** The limit that it counts towards, for the member and the target. */
  limit?: LimitedHelp | undefined;
  make: () => Promise<Made>;
}

/** What has become of an act: it is made, its page says why not, or another page does. */
export type Outcome =
  | { made: Made; log: string }
  | { problem: ActProblem; status: number; until?: number }
  | { refused: ConsoleLoaded };

/** Refuses a member whose role does not do, and writes that down. @returns the page that says so; undefined for one who may */
export async function refuse(
  request: Request,
  member: Member,
  { role, ...line }: Pick<Deed, 'operation' | 'role' | 'target' | 'item' | 'reason'>,
  backUrl: string,
  { logAct }: ActLog,
): Promise<ConsoleLoaded | undefined> {
  if (includesRole(member.role, role)) return undefined;
  await logAct(member, request, { ...line, outcome: 'refused: forbidden' });
  return forbidden(member, role, backUrl);
}

/** Makes an act. Each attempt is a line in the log. @param backUrl where a page leads that refuses it */
export async function carryOut(
  request: Request,
  member: Member,
  { role, limit, make, ...line }: Deed,
  backUrl: string,
  needs: MakeOptions,
): Promise<Outcome> {
  const { logAct, beginAct, limits } = needs;
  const refused = await refuse(request, member, { role, ...line }, backUrl, needs);
  if (refused) return { refused };
  const counted = limit && (await limits?.countHelp(limit, member.id, line.target));
  if (counted && 'reached' in counted) {
    await logAct(member, request, { ...line, outcome: 'refused: limited' });
    return { problem: `${counted.reached}Limit`, status: 429, until: Date.now() + counted.leftMs };
  }
  const end = await beginAct(member, request, line);
  if (!end) {
    await counted?.settle('unsent');
    return { problem: 'log', status: 503 };
  }
  try {
    const made = await make();
    // never its secret
    const { before = line.before, after = line.after, target = line.target, refusal } = made;
    const log = await end(refusal ? 'refused: provider' : 'made', { before, after, target });
    return { made, log };
  } catch (error) {
    await counted?.settle('unsent');
    await end(failure(error));
    if (!(error instanceof PortalError)) throw error;
    return { problem: error.id === 'not_configured' ? 'noMail' : 'failed', status: error.status };
  }
}
