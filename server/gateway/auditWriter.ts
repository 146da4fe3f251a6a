import type { AuditSink } from '../http/auditSink.ts';
import { sampleRefusals, type Refusal } from './sampleRefusals.ts';

/** An admin call that is over. */
export interface AuditEntry {
  /** The fields of its line. */
  fields: object;
  /** Set if the call was refused. */
  refusal: Refusal | undefined;
}

/** Writes the lines of admin calls. */
export interface AuditWriter {
  /** Writes a call's line; those of refused calls up to a limit, beyond which they are counted. */
  write: (entry: AuditEntry) => void;
  /** Writes the refusals that are still only counted. */
  close: () => void;
}

/** Creates the writer of one machine's audit. @param sink gets the lines */
export function auditWriter(sink: AuditSink): AuditWriter {
  const sampler = sampleRefusals((outcomes) => {
    const count = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
    sink.info({ audit: 'refusals', count, outcomes }, 'more admin calls refused');
  });
  return {
    write: ({ fields, refusal }) => {
      if (refusal && !sampler.admits(refusal)) return;
      sink.info(fields, refusal ? 'admin call refused' : 'admin call');
    },
    close: sampler.flush,
  };
}
