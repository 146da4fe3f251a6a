/** The series of a metric. */
export interface SeriesByLabels<Series> {
  /** Returns the series with these values of the labels, in the order of the metric's; creates it the first time. */
  find: (values: readonly string[]) => Series;
  /** Returns all series, each with its labels. */
  all: () => readonly { labels: Readonly<Record<string, string>>; series: Series }[];
}

interface Branch<Series> {
  branches: Map<string, Branch<Series>>;
  series?: Series;
}

/**
 * Keeps the series of a metric in a map for each label. prom-client joins an object's labels to a key each time it counts,
 * which costs ten times as much.
 *
 * @param create creates the values of a new series
 */
export function seriesByLabels<Series>(
  labelNames: readonly string[],
  create: () => Series,
): SeriesByLabels<Series> {
  const root: Branch<Series> = { branches: new Map() };
  const all: { labels: Record<string, string>; series: Series }[] = [];

  const add = (values: readonly string[]): Series => {
    const series = create();
    all.push({ labels: Object.fromEntries(labelNames.map((name, at) => [name, values[at] ?? ''])), series });
    return series;
  };
  return {
    find: (values) => {
      let branch = root;
      for (const value of values) {
        let next = branch.branches.get(value);
        if (!next) branch.branches.set(value, (next = { branches: new Map() }));
        branch = next;
      }
      return (branch.series ??= add(values));
    },
    all: () => all,
  };
}
