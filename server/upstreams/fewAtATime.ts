/** How many calls are made concurrently: a list can be of any length, and the provider serves others as well. */
const callsAtOnce = 8;

/** Makes a call for each item, a few at a time. @returns the answers, in order */
export async function fewAtATime<Item, Answer>(
  items: readonly Item[],
  call: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let first = 0; first < items.length; first += callsAtOnce)
    answers.push(...(await Promise.all(items.slice(first, first + callsAtOnce).map(call))));
  return answers;
}
