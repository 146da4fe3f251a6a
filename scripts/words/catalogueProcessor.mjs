/**
 * An ESLint processor that applies formatjs' rules, which read messages from code, to a catalogue: every line of
 * `locales/*.json` becomes the declaration of one message, on the same line.
 */
export const catalogueProcessor = {
  meta: { name: 'catalogue' },
  /** @param {string} json a catalogue with one text per line, as prettier writes it */
  preprocess(json) {
    const declarations = json
      .replace(/^\{/, "import { defineMessages } from 'react-intl'; defineMessages({")
      .replace(/^ {2}("[^"]+"): (".*"),?$/gm, '$1: { id: $1, defaultMessage: $2 },')
      .replace(/\}\s*$/, '});');
    return [{ text: declarations, filename: 'catalogue.js' }];
  },
  /** @param {import('eslint').Linter.LintMessage[][]} messages */
  postprocess: (messages) => messages.flat(),
};
