/** A process' parent and command line; the command is empty where there is no such process. */
export function describeProcess(pid: number): { parent: number; command: string };

/** Whether the npm that runs this process, if one does, is still there. */
export function npmWatch(environment?: Record<string, string | undefined>): () => boolean;
