import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { rateLimited, upstreamTimeout } from '../../shared/flow/errorId.ts';
import { errorCause } from '../../shared/flow/errorCause.ts';
import { errorTitle } from '../flow/documentTitle.ts';
import { OtherWay } from '../shell/OtherWay.tsx';
import { waitText } from '../shell/waitText.ts';
import type { ErrorDetails, PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Details } from '../ui/Details.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import styles from './ErrorPage.module.css';

/** Whether the identity service gave no answer. */
const isUnanswered = ({ code }: ErrorDetails): boolean => code === 0;

/** Whether the fault is the service's: its reason does not help users. */
const isServerFault = ({ code }: ErrorDetails): boolean => code >= 500;

/**
 * Returns an error's explanation in the page's language, chosen by the error's id, with the seconds to wait if any,
 * or by the provider's English reason; otherwise that reason itself, on an English page. The service's own faults are not explained.
 */
function reasonOf(intl: IntlShape, error: ErrorDetails): ReactNode {
  if (isServerFault(error)) return undefined;
  const { cause, reason, details } = error;
  const { id, retry_after: seconds } = fieldsOf(details);
  if (isUnanswered(error))
    return <FormattedMessage id={id === upstreamTimeout ? 'transport.slow' : 'transport.unreachable'} />;
  const key = [cause, textIn(id)]
    .map((suffix) => `error.reason.${suffix ?? ''}`)
    .find((candidate) => candidate in intl.messages);
  const until = `${key ?? ''}.until`;
  const when = typeof seconds === 'number' ? waitText(intl, seconds) : undefined;
  if (key !== undefined)
    return <FormattedMessage id={when && until in intl.messages ? until : key} values={{ when }} />;
  const causeKey = `error.reason.${String(errorCause(reason))}`;
  if (causeKey in intl.messages) return <FormattedMessage id={causeKey} />;
  // otherwise in the details
  return intl.locale === 'en' ? reason : undefined;
}

/**
 * The error card: what happened, the next steps, then what helps others to help, in small print; calm, to inform rather
 * than alarm. Failures that the visitor did not cause can be retried.
 */
export function ErrorPage({ error, backUrl, retryUrl, application }: PageProps['error']): ReactNode {
  const { supportEmail } = usePageContext();
  const reason = reasonOf(useIntl(), error);
  const again = application?.name ? 'error.startAgainAt' : 'error.startAgain';
  const ways = [
    ...(isServerFault(error) || isUnanswered(error) ? [{ href: retryUrl, text: 'error.retry' }] : []),
    ...(application ? [{ href: application.requestUrl, text: again }] : []),
    { href: backUrl, text: 'error.back' },
  ];
  const contact = supportEmail && (
    <FormattedMessage
      id="error.contact"
      values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
    />
  );
  return (
    <Card
      sign="info"
      isError
      title={<FormattedMessage id={errorTitle(error)} />}
      subtitle={reason && <FormattedMessage id="error.message" />}
      footer={contact}
    >
      <p>
        {reason ?? <FormattedMessage id={isServerFault(error) ? 'error.serverFault' : 'error.unexplained'} />}{' '}
        {fieldsOf(error.details).id === rateLimited && <OtherWay />}
      </p>
      <div className={styles.ways}>
        {ways.map(({ href, text }, index) => (
          <ButtonLink key={text} href={href} variant={index === 0 ? 'primary' : 'quiet'}>
            <FormattedMessage id={text} values={{ clientName: application?.name }} />
          </ButtonLink>
        ))}
      </div>
      <div className={styles.small}>
        {isUnanswered(error) && fieldsOf(error.details).id !== upstreamTimeout && (
          <p>
            <FormattedMessage id="transport.operator" />
          </p>
        )}
        <Details summary={<FormattedMessage id="error.details" />}>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard */}
          <pre className={styles.json} tabIndex={0}>
            <code lang="en">{JSON.stringify(error.details, null, 2)}</code>
          </pre>
        </Details>
      </div>
    </Card>
  );
}
