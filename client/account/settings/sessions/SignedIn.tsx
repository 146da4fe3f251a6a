import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { SessionSummary } from '../../../../shared/sessions.ts';
import { Time } from '../../../ui/Time.tsx';

/** A day and a time of day. */
const moment = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const;

/** A name within a sentence: it begins with a small letter, except in German, whose nouns have capitals. */
const inSentence = (name: string, locale: string): string =>
  /^de\b/.test(locale) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1);

/** Says how and when a user signed in. */
export function SignedIn({ session }: { session: SessionSummary }): ReactNode {
  const intl = useIntl();
  // until the reader's own time zone is known, the time names its zone
  const zone = intl.timeZone ? ({ timeZoneName: 'short' } as const) : {};
  const methods = new Set(
    session.authentication_methods
      ?.map(({ method }) => `settings.sessions.method.${method ?? ''}`)
      .filter((id) => id in intl.messages),
  );
  const names = intl.formatList(
    Array.from(methods, (id) => intl.formatMessage({ id })).map((name, at) =>
      at === 0 ? name : inSentence(name, intl.locale),
    ),
  );
  const at = session.authenticated_at ?? session.issued_at;
  return (
    <>
      {names}
      {names && at && ' · '}
      {at && <Time at={at}>{intl.formatDate(at, { ...moment, ...zone })}</Time>}
    </>
  );
}
