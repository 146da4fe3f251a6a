/** Reads a page of lines, the latest first. @param after the token of the page before */
export type ReadLines<Line> = (
  after: string | undefined,
) => Promise<{ lines: Line[]; next: string | undefined }>;

/** Where a list goes on: the token of the page before, and how many lines of the page are over. Null at the end. */
export type Place = [after: string | null, over: number] | null;

/**
 * Reads lists of lines together, the latest line first, with a page of each in memory. Of lines of one time, those of the first
 * list come first.
 *
 * @param places where each list goes on; at its beginning by default
 */
export function mergeLines<Line extends { at: number }>(
  reads: readonly ReadLines<Line>[],
  places?: readonly Place[],
) {
  const lists = reads.map((read, index) => {
    const from = places?.[index];
    let [after, over] = from ?? [null, 0];
    let isOver = from === null;
    let page: Awaited<ReturnType<ReadLines<Line>>> | undefined;
    return {
      /** The next line, which stays; undefined at the end. Throws nothing but what `read` does. */
      peek: async (): Promise<Line | undefined> => {
        while (!isOver) {
          page ??= await read(after ?? undefined);
          const line = page.lines[over];
          if (line) return line;
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
    const lines: (Line | undefined)[] = [];
    for (const list of lists) lines.push(await list.peek());
    const latest = Math.max(...lines.map((line) => line?.at ?? -Infinity));
    const index = lines.findIndex((line) => line?.at === latest);
    lists[index]?.take();
    return lines[index];
  };
  return {
    /** Takes the next line; undefined at the end. */
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
      for (const list of lists) await list.peek();
      const left = lists.map((list) => list.place());
      return left.every((place) => place === null) ? undefined : left;
    },
  };
}
