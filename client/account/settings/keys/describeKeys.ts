import type { Group } from '../../../../shared/flow/methods.ts';
import { keyName } from './keys.ts';
import { lineOf, nodesIn, notSetUp, say, usedHere, type Describe } from '../overview/overview.ts';

/**
 * Describes a section of keys.
 *
 * @param removal the label of the buttons that remove a key
 * @param count the text that counts the keys
 */
export const describeKeys =
  (id: Group, removal: number, count: string): Describe =>
  (intl, account, form) => {
    const names = nodesIn(form, removal).map((node) => keyName(node, account.models));
    if (names.length === 0) return notSetUp(intl, id);
    const shown = new Set(names.filter((name) => name !== undefined));
    return {
      state: say(intl, count, { count: names.length }),
      tone: 'on',
      line:
        lineOf(intl.formatList(shown, { type: 'unit' }), usedHere(intl, account, id)) ??
        say(intl, `${id}.line`),
    };
  };
