import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { Time } from '../../../ui/Time.tsx';

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** A name within a sentence: it begins with a small letter, except in German, whose nouns have capitals. */
const inSentence = (name: string, locale: string): string =>
  /^de\b/.test(locale) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);

/** Says when and how a user signed in. */
export function SignedIn({ session }: { session: SessionSummary }): ReactNode {
  const intl = useIntl();
  // until the reader's own time zone is known, the time names its zone
  const zone = intl.timeZone ? ({ timeZoneName: 'short' } as const) : {};
  const methods = new Set(
    session.authentication_methods
      ?.map(({ method }) => `settings.sessions.method.${method ?? ''}`)
      .filter((id) => id in intl.messages),
  );
  const names = Array.from(methods, (id) => inSentence(intl.formatMessage({ id }), intl.locale));
  const at = session.authenticated_at ?? session.issued_at;
  if (!at) return intl.formatList(names);
  const values = {
    date: <Time at={at}>{intl.formatDate(at, day)}</Time>,
    time: intl.formatDate(at, { hour: 'numeric', minute: '2-digit', ...zone }),
    methods: names.length > 0 ? intl.formatList(names) : 'none',
  };
  return <FormattedMessage id="settings.sessions.signedIn" values={values} />;
}
