import type { Request, Response } from 'express';
import { includesRole, type ConsoleRole } from '../../shared/console.ts';
import type { MakeOptions } from './actPage.ts';
import { forbidden } from './forbidden.ts';
import { justDone } from './justDone.ts';
import { failure } from './logAct.ts';
import type { Made } from './acts.ts';
import type { Member } from './member.ts';
import type { ConsoleLoaded } from './needs.ts';

/** An act that a list's button makes at once. */
interface ListAct {
  operation: string;
  role: ConsoleRole;
  /** The id of what it is done to; empty for none. */
  target: string;
  backUrl: string;
  make: () => Promise<Made | undefined>;
}

/** Makes an act of a list's button. Each attempt is a line in the log. @throws PortalError if it fails */
export async function makeListAct(
  request: Request,
  response: Response,
  member: Member,
  { operation, role, target, backUrl, make }: ListAct,
  needs: MakeOptions,
): Promise<ConsoleLoaded> {
  if (!includesRole(member.role, role)) {
    await needs.logAct(member, request, { operation, target, outcome: 'refused: forbidden' });
    return forbidden(member, role, backUrl);
  }
  const end = await needs.beginAct(member, request, { operation, target });
  if (!end) return { status: 503, page: { name: 'notLogged', props: { backUrl } } };
  try {
    const { before, after } = (await make()) ?? {};
    const log = await end('made', { before, after });
    response.append('Set-Cookie', justDone.keep(`${operation}.${log}`, needs.settings.PORTAL_URL));
    return { redirect: backUrl };
  } catch (error) {
    await end(failure(error));
    throw error;
  }
}
