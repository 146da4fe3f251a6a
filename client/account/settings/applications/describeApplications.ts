import { clientLabel } from '../../../shell/clientLabel.ts';
import { say, type Describe } from '../overview/overview.ts';

/** Describes the applications that may use the account. */
export const describeApplications: Describe = (intl, account) => {
  const list = account.applications?.list;
  if (!list) return {};
  if (list.length === 0) return { state: say(intl, 'state.none') };
  const unnamed = intl.formatMessage({ id: 'applications.unnamedClient' });
  const namesOf = (some: typeof list): string =>
    intl.formatList(new Set(some.map(({ client }) => clientLabel(client, unnamed))), {
      type: 'unit',
    });
  const unseen = list.filter(({ isNew }) => isNew);
  return {
    state: say(intl, 'state.allowed', { count: list.length }),
    line: unseen.length > 0 ? say(intl, 'line.new', { names: namesOf(unseen) }) : namesOf(list),
  };
};
