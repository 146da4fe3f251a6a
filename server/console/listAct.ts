import type { Request } from 'express';
import { carryOut, type Deed, type MakeOptions } from './carryOut.ts';
import type { Member } from './member.ts';
import { shown, type ConsoleLoaded } from './needs.ts';

/** Makes an act of a list's button, which asks nothing, and leads back to the list. */
export async function makeListAct(
  request: Request,
  member: Member,
  deed: Deed,
  { backUrl, name }: { backUrl: string; name?: string },
  needs: MakeOptions,
): Promise<ConsoleLoaded> {
  const outcome = await carryOut(request, member, deed, backUrl, needs);
  if ('refused' in outcome) return outcome.refused;
  if ('made' in outcome) return { redirect: backUrl, done: { act: deed.operation, log: outcome.log } };
  const { status, ...props } = outcome;
  return shown('failed', { ...props, backUrl, ...(name !== undefined && { name }) }, status);
}
