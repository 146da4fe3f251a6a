/** The progress of a long step: `update` shows the current state, `done` ends it with its result. */
export type Progress = { update(howFar: string): void; done(result?: string): void };

/**
 * Shows the progress of a long step on stderr: one line that rewrites itself on a terminal, a line every five
 * seconds elsewhere.
 *
 * @param what the step, as in 'installing dependencies'
 */
export function progress(what: string): Progress;
