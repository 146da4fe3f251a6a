import { symbols, type DestinationStream } from 'pino';

/** The length at which collected lines are written, in characters: some forty requests. */
const maxLength = 8 * 1024;

/** The longest time that a line waits, in milliseconds. */
const maxDelayMs = 100;

/** pino's number of the level above which no line waits. */
const info = 30;

/** The lines of a log on their way out. */
export interface LineBatch {
  destination: DestinationStream;
  /** Writes the lines that are still waiting. */
  writeAll: () => void;
}

/**
 * Collects some of a log's lines and writes them together, because writing a line costs as much as formatting it. All
 * others are written at once, after the waiting lines, so the order stays. A process that is killed or that Node aborts
 * loses the lines that wait: those of its last 100 ms.
 *
 * @param write writes to the output, synchronously
 * @param mayWait whether a line with these fields may wait; warnings and errors never do
 */
export function batchLines(write: (text: string) => void, mayWait: (fields: object) => boolean): LineBatch {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  const writeAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  /** pino tells a destination that asks for it each line's level and fields. */
  const destination = {
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    lastObj: undefined as object | null | undefined,
    write(line: string): void {
      waiting += line;
      const waits = this.lastLevel <= info && this.lastObj && mayWait(this.lastObj);
      if (!waits || waiting.length >= maxLength) writeAll();
      else timer ??= setTimeout(writeAll, maxDelayMs).unref();
    },
  };
  return { destination, writeAll };
}
