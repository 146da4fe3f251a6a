/** How a long step goes: `update` tells how far it is, `done` ends it with its result. */
export type Progress = { update(howFar: string): void; done(result?: string): void };

/**
 * Tells on the error stream how a long step goes: one line that rewrites itself on a terminal, a line every five
 * seconds elsewhere.
 *
 * @param what the step, as in 'installing dependencies'
 */
export function progress(what: string): Progress;
