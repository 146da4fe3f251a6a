import { methodSectionOf } from '../methodSections.tsx';
import { sectionOfDone, type Done } from './useDone.ts';

/** Whether a change ends the other sessions, as far as is known. */
function endsOthers(done: Done): boolean {
  const { endsOthers: which } = methodSectionOf(sectionOfDone(done) ?? '');
  return which === 'all' || (which === 'removal' && done.what.endsWith('Off'));
}

/** Whether a change has signed the user out everywhere else. `others` are the other sessions now; undefined if unknown. */
export const hasEndedOthers = (done: Done | undefined, others: number | undefined): boolean =>
  done !== undefined && endsOthers(done) && others === 0 && done.others !== 0;
