import { expect, test } from '@jest/globals';
import { axeFindings, rulesOfColors } from '../support/accessibility.ts';
import { useStack } from '../support/useStack.ts';

const { visit } = useStack();

/** Pages that the gallery does not show, each at a URL that can be opened directly. */
const states: [what: string, path: string, heading: RegExp][] = [
  ['a page with a support address', '/', /^Welcome/],
  ['the API reference', '/docs/api', /API/],
  [
    'an error that the provider has stored',
    '/self-service/login/browser?return_to=https://elsewhere.example/',
    /^An error occurred/,
  ],
];

test.each(states)(
  'axe reports no problems with %s in the light and the dark theme',
  async (_what, path, heading) => {
    const visitor = await visit(path);
    await visitor.arrives(heading);
    for (const [colorScheme, rules] of [
      ['light', undefined],
      ['dark', rulesOfColors],
    ] as const) {
      await visitor.page.emulateMedia({ colorScheme });
      expect([colorScheme, await axeFindings(visitor.page, rules)]).toEqual([colorScheme, []]);
    }
  },
);
