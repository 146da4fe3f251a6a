import type { Request } from 'express';
import { applicationActs, personActs } from '../../shared/console/acts.ts';
import { crossOrigin } from '../http/errors.ts';
import type { Subscriber } from '../http/requestRecord.ts';
import type { ActLog } from './logAct.ts';

/** Chooses which refusals get a line, and counts the others: `sampleRefusals`. */
interface Sampler {
  admits: (refusal: { client: string; group: string; outcome: string }) => boolean;
  flush: () => void;
}

/** The last parts of the paths of forms. */
const formNames: ReadonlySet<string> = new Set([
  ...Object.keys(personActs),
  ...Object.keys(applicationActs),
  ...['edit', 'invite', 'mails', 'index'],
]);

/**
 * Creates what writes down who was not let do something, before the form was read. Nobody writes words of their own into the log:
 * the form is named by its address. Many are counted.
 */
export function createRefusals(logAct: ActLog['logAct'], sampler: Sampler) {
  const note = async (
    actor: string,
    request: Pick<Request, 'id' | 'headers' | 'ip' | 'path'>,
    reason: string,
  ): Promise<void> => {
    if (!sampler.admits({ client: actor, group: reason, outcome: reason })) return;
    const [, , kind = '', named = '', act = named || kind] = request.path.split('/');
    const operation = formNames.has(act) ? act : 'unknown';
    const target = act !== named && /^[\w.~-]{1,100}$/.test(named) ? named : '';
    await logAct({ id: actor }, request, { operation, target, outcome: `refused: ${reason}` });
  };
  const noteOtherSite: Subscriber = ({ id, method, path, problem }) => {
    if (method !== 'POST' || problem?.id !== crossOrigin().id || !path.startsWith('/manage/')) return;
    // browsers send no session with it, and nobody is asked whose it is
    void note('unknown', { id, path, headers: {}, ip: undefined }, 'another site');
  };
  return {
    /** Writes down that somebody's form was refused. Never rejects. */
    note,
    /** Writes down forms that another site has sent. */
    noteOtherSite,
    /** Counts the refusals that have no line. */
    close: sampler.flush,
  };
}
