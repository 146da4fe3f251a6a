/** Explains in one line why a port cannot be listened on. @param code the error's code, as in `EADDRINUSE` */
export function portProblemInWords(
  code: string | undefined,
  port: number,
  host?: string,
  another?: string,
): string;

/**
 * Explains in one line why a port cannot be listened on or is not free; undefined if it is free. @param host the
 * address
 */
export function portProblem(port: number, host?: string, another?: string): Promise<string | undefined>;

/** Whether nothing else listens on a port, on any address of this machine. @param port the TCP port */
export function portIsFree(port: number): Promise<boolean>;
