/** Bits of information that a character must have on average: random hexadecimal digits have nearly 4. */
const leastBits = 2;

/** The average information of one of these items, in bits (Shannon's entropy). */
function bitsOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => {
    const share = count / items.length;
    return bits - share * Math.log2(share);
  }, 0);
}

/** The differences between neighbouring characters: all the same in `abcdef…`. */
const stepsOf = (secret) =>
  Array.from({ length: secret.length - 1 }, (_, at) => secret.charCodeAt(at + 1) - secret.charCodeAt(at));

/** Whether a text consists of a block that is repeated at least twice: `abcabcab`. */
const repeatsItself = (secret) =>
  Array.from({ length: Math.floor(secret.length / 2) }, (_, at) => at + 1).some((period) =>
    secret.startsWith(secret.slice(period)),
  );

/**
 * Whether a secret is too plain to be random: one repeated character or block, few different characters, or a sequence.
 * It runs without packages, so that `npm run secrets` can use it.
 *
 * @param {string} secret a secret that is long enough
 */
export const isPlainSecret = (secret) =>
  bitsOf([...secret]) < leastBits || bitsOf(stepsOf(secret)) < leastBits || repeatsItself(secret);
