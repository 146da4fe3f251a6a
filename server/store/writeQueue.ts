/** How many rows wait while the database is away: about half a megabyte. */
const mostWaiting = 2000;

/** How many rows one statement writes. */
const batchSize = 100;

interface Waiting<Row> {
  row: Row;
  written: PromiseWithResolvers<undefined>;
}

/** What a queue does with its rows. */
export interface QueueOptions<Row> {
  /** Writes rows, also those that a former attempt may have written already. */
  write: (rows: Row[]) => Promise<unknown>;
  /** How long to wait after a failure, in milliseconds. */
  retryMs: number;
  /** Called when writing begins to fail. */
  onFailure: (error: unknown) => void;
  /** Called when it works again. @param lost how many rows found no place meanwhile */
  onRecovery: (lost: number) => void;
}

/** Writes rows in batches, in their order, and keeps a bounded number of them while that fails. */
export interface WriteQueue<Row> {
  /** Adds a row. The promise resolves once it is written, and never if it is lost. */
  add: (row: Row) => Promise<unknown>;
  /** Counts the rows that wait because writing fails, and those that have found no place since the queue was created. */
  counts: () => { waiting: number; lost: number };
  /** Tries once more to write what waits. @returns how many rows are lost */
  close: () => Promise<number>;
}

/** Creates a queue. */
export function writeQueue<Row>({
  write,
  retryMs,
  onFailure,
  onRecovery,
}: QueueOptions<Row>): WriteQueue<Row> {
  const waiting: Waiting<Row>[] = [];
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isFailing = false;
  let lost = 0;
  let reported = 0;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      await write(batch.map(({ row }) => row));
      waiting.splice(0, batch.length);
      for (const { written } of batch) written.resolve(undefined);
      if (isFailing) onRecovery(lost - reported);
      isFailing = false;
      reported = lost;
    }
  };
  const start = (): void => {
    retry = undefined;
    writing ??= drain()
      .catch((error: unknown) => {
        if (!isFailing) onFailure(error);
        isFailing = true;
        retry = setTimeout(start, retryMs).unref();
      })
      .finally(() => {
        writing = undefined;
      });
  };

  return {
    add: async (row) => {
      if (waiting.length >= mostWaiting) {
        lost += 1;
        return new Promise(() => undefined);
      }
      const written = Promise.withResolvers<undefined>();
      waiting.push({ row, written });
      if (retry === undefined) start();
      return written.promise;
    },
    counts: () => ({ waiting: isFailing ? waiting.length : 0, lost }),
    close: async () => {
      clearTimeout(retry);
      await writing;
      clearTimeout(retry);
      await drain().catch(() => undefined);
      return lost - reported + waiting.length;
    },
  };
}
