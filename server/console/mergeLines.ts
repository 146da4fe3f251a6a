/** Reads a page of lines, the latest first. @param after the token of the page before */
export type ReadLines<Line> = (
  after: string | undefined,
) => Promise<{ lines: Line[]; next: string | undefined }>;

/** Where a list goes on: the token of the page before, and how many lines of the page are over. Null at the end. */
export type Place = [after: string | null, over: number] | null;

/** How lines are read. */
interface MergeOptions<Line> {
  /** Where each list goes on; at its beginning by default. */
  places?: readonly Place[];
  /** Which lines are wanted; all by default. */
  isWanted?: (line: Line) => boolean;
  /** How many pages are read at most; any number by default. */
  pages?: number;
}

/**
 * Reads lists of lines together, the latest line first, with a page of each in memory. Of lines of one time, those of the first
 * list come first.
 */
export function mergeLines<Line extends { at: number }>(
  reads: readonly ReadLines<Line>[],
  options: MergeOptions<Line> = {},
) {
  const { isWanted = () => true } = options;
  let left = options.pages ?? Infinity;
  const lists = reads.map((read, index) => {
    const from = options.places?.[index];
    let [after, over] = from ?? [null, 0];
    let isOver = from === null;
    let page: Awaited<ReturnType<ReadLines<Line>>> | undefined;
    return {
      /** The next line, which stays; undefined at the end. Throws nothing but what `read` does. */
      peek: async (): Promise<Line | 'later' | undefined> => {
        while (!isOver) {
          if (!page && left <= 0) return 'later';
          if (!page) {
            left -= 1;
            page = await read(after ?? undefined);
          }
          for (; over < page.lines.length; over += 1) {
            const line = page.lines[over];
            if (line && isWanted(line)) return line;
          }
          if (page.next === undefined) isOver = true;
          else [after, over, page] = [page.next, 0, undefined];
        }
        return undefined;
      },
      take: () => {
        over += 1;
      },
      place: (): Place => (isOver ? null : [after, over]),
    };
  });
  const next = async (): Promise<Line | undefined> => {
    const first: (Line | 'later' | undefined)[] = [];
    for (const list of lists) first.push(await list.peek());
    // a line that is not read yet may be later than all others
    if (first.includes('later')) return undefined;
    const lines = first.filter((line): line is Line => typeof line === 'object');
    const latest = Math.max(...lines.map(({ at }) => at));
    const index = first.findIndex((line) => typeof line === 'object' && line.at === latest);
    const line = first[index];
    if (typeof line !== 'object') return undefined;
    lists[index]?.take();
    return line;
  };
  return {
    /** Takes the next line; undefined at the end, and once enough pages were read. */
    next,
    /** Takes up to some lines. */
    take: async (size: number): Promise<Line[]> => {
      const lines: Line[] = [];
      while (lines.length < size) {
        const line = await next();
        if (!line) break;
        lines.push(line);
      }
      return lines;
    },
    /** Returns where each list goes on; undefined if all have ended. */
    places: async (): Promise<Place[] | undefined> => {
      if (left > 0) for (const list of lists) await list.peek();
      const places = lists.map((list) => list.place());
      return places.every((place) => place === null) ? undefined : places;
    },
  };
}
