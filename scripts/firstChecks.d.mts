/** Runs the checks that are possible before anything is installed: the port, and the cookie secret's length. */
export function firstChecks(environment: Record<string, string | undefined>): Promise<void>;
export function requireWritable(directory: string): void;
