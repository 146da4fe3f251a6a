import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { errorCause } from '../../shared/flow/errorCause.ts';
import { upstreamUnreachable } from '../../shared/flow/errorId.ts';
import { errorTitle } from '../flow/errorTitle.ts';
import { waitText } from '../flow/waitText.ts';
import type { ErrorDetails, PageProps } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Details } from '../ui/Details.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import styles from './ErrorPage.module.css';

/** From this status on the fault is the service's, and its reason does not help users. */
const firstServerFault = 500;

/** The status of an identity service that gave no answer. */
const noAnswer = 0;

/**
 * What an error is about, in the page's language: chosen by the error's id, with the seconds to wait if it has any, or
 * by the provider's English reason; else that reason itself.
 */
function reasonOf(intl: IntlShape, { code, cause, reason, details }: ErrorDetails): ReactNode {
  const { id, retry_after: seconds } = fieldsOf(details);
  const statusId = code === noAnswer ? upstreamUnreachable : '';
  const key = [cause, textIn(id), statusId]
    .map((suffix) => `error.reason.${suffix ?? ''}`)
    .find((candidate) => candidate in intl.messages);
  const until = `${key ?? ''}.until`;
  if (typeof seconds === 'number' && until in intl.messages)
    return <FormattedMessage id={until} values={{ when: waitText(intl, seconds) }} />;
  if (key !== undefined) return <FormattedMessage id={key} />;
  if (code >= firstServerFault || !reason) return undefined;
  const causeKey = `error.reason.${String(errorCause(reason))}`;
  return causeKey in intl.messages ? <FormattedMessage id={causeKey} /> : <span lang="en">{reason}</span>;
}

/** The error card: what happened, one way on, and folded details; calm, as it informs and does not alarm. */
export function ErrorPage({ error, backUrl, application }: PageProps['error']): ReactNode {
  const { supportEmail } = usePageContext();
  const reason = reasonOf(useIntl(), error);
  const contact = supportEmail && (
    <FormattedMessage
      id="error.contact"
      values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
    />
  );
  return (
    <Card
      sign="info"
      title={<FormattedMessage id={errorTitle(error)} />}
      subtitle={reason && <FormattedMessage id="error.message" />}
      footer={contact}
    >
      <p>
        {reason ?? (
          <FormattedMessage id={error.code < firstServerFault ? 'error.unexplained' : 'error.serverFault'} />
        )}
      </p>
      {application && (
        <ButtonLink href={application.requestUrl}>
          <FormattedMessage
            id={application.name ? 'error.startAgainAt' : 'error.startAgain'}
            values={{ clientName: application.name }}
          />
        </ButtonLink>
      )}
      <ButtonLink href={backUrl} variant={application ? 'quiet' : 'primary'}>
        <FormattedMessage id="error.back" />
      </ButtonLink>
      <Details summary={<FormattedMessage id="error.details" />}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard */}
        <pre className={styles.json} tabIndex={0}>
          <code lang="en">{JSON.stringify(error.details, null, 2)}</code>
        </pre>
      </Details>
    </Card>
  );
}
