/** A process' parent and command line; the command is empty if there is no such process. */
export function describeProcess(pid: number): { parent: number; command: string };

/** Returns a check that the npm that runs this process, if any, is still alive. */
export function npmWatch(environment?: Record<string, string | undefined>): () => boolean;
