import { actRow, personActUrl } from '../../shared/console/acts.ts';
import type { ConsolePage, DoneAct } from '../../shared/console/pages.ts';
import { ownCookie } from '../security/cookies/ownCookie.ts';
import { pageUrl } from '../urls/paths.ts';
import { editUrl } from './edit.ts';
import { isPersonAct } from './person.ts';

/** Tells the next page which act was just made, and the id of its line in the log. */
export const justDone = ownCookie('portal_console_done', 60);

/** Returns the page that takes back what was done to somebody; undefined for what cannot be taken back. */
function undoUrl(id: string, act: string, line: string): string | undefined {
  if (act === 'editTraits') return pageUrl(editUrl(id), { undo: line });
  const undo = isPersonAct(act) ? actRow(act).undo : undefined;
  return undo && personActUrl(id, undo);
}

/** Reads from a cookie what was just done, for the page that says so. */
export function doneIn(
  cookie: string | undefined,
  portalUrl: string,
  page: ConsolePage,
): DoneAct | undefined {
  const [act, log] = justDone.read(cookie, portalUrl)?.split('.') ?? [];
  if (act === undefined || log === undefined) return undefined;
  const undo = page.name === 'person' ? undoUrl(page.props.id, act, log) : undefined;
  return { act, log, ...(undo !== undefined && { undoUrl: undo }) };
}
