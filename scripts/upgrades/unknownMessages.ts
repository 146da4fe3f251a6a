import english from '../../locales/en.json' with { type: 'json' };

/**
 * Returns a sentence for each message without a text in the catalogues.
 *
 * @param messages their texts, or names in Kratos' source, by id
 */
export const unknownMessages = (messages: ReadonlyMap<number, string>): string[] =>
  [...messages]
    .filter(([id]) => !Object.hasOwn(english, `provider.${id}`))
    .map(([id, text]) => `The message ${id} (${text}) is unknown: it is shown in Kratos’ English.`);
