/** Listens on a port for a moment; undefined when it is taken. @param port the TCP port; 0 for any */
export function claimPort(port: number, host?: string): Promise<number | undefined>;

/** Whether nothing else listens on a port, on any address of this machine. @param port the TCP port */
export function portIsFree(port: number): Promise<boolean>;
