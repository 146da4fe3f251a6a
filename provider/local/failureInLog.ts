/** Returns the failure in a log line; JSON lines have the cause beside the message. */
function causeIn(line: string): string | undefined {
  if (!line.startsWith('{')) return /^(?:Error: |docker: )/.test(line) ? line : undefined;
  try {
    const { level, msg, error } = JSON.parse(line) as {
      level?: string;
      msg?: string;
      error?: { message?: string };
    };
    if (!level || !['error', 'fatal', 'panic', 'warning'].includes(level)) return undefined;
    return [msg, error?.message].filter(Boolean).join(': ');
  } catch {
    return undefined;
  }
}

/** Returns the last failure in the log of a server or its container, or the last line when none looks like one. */
export function failureInLog(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  return lines.map(causeIn).findLast(Boolean) ?? lines.at(-1)?.trim() ?? 'it wrote no log';
}
