import type { IntlShape } from 'react-intl';
import { agentName } from '../../../shared/userAgent.ts';

/** What an archive says in the reader's language. */
export interface Words {
  intl: IntlShape;
  /** Returns a text of the catalogue, or a name for which it has none as it is. */
  name: (key: string, name: string) => string;
  /** Returns a time, in the time zone of the archive; blank if it is unknown. */
  time: (at: string | number | null | undefined) => string;
  /** Returns the name of a device. @param agent its User-Agent header */
  device: (agent: string | undefined) => string;
  yesOrNo: (is: boolean) => string;
}

/** Creates the words of a language. */
export const wordsIn = (intl: IntlShape): Words => ({
  intl,
  name: (key, name) => (key in intl.messages ? intl.formatMessage({ id: key }) : name),
  time: (at) =>
    at === undefined || at === null ? '' : intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' }),
  device: (agent) => intl.formatMessage({ id: 'deviceName.text' }, { ...agentName(agent) }),
  yesOrNo: (is) => intl.formatMessage({ id: is ? 'archive.yes' : 'archive.no' }),
});
