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
import { Icon } from '../ui/Icon.tsx';
import { Message } from '../ui/Message.tsx';
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

/** The error card: what happened, the provider's reason, the support address, and the ways on. */
export function ErrorPage({ error, backUrl, application }: PageProps['error']): ReactNode {
  const { supportEmail } = usePageContext();
  const reason = reasonOf(useIntl(), error);
  return (
    <Card sign="error" tone="error" title={<FormattedMessage id={errorTitle(error)} />}>
      {reason ? (
        <>
          <p>
            <FormattedMessage id="error.message" />
          </p>
          <Message severity="error">{reason}</Message>
        </>
      ) : (
        <p>
          <FormattedMessage id={error.code < firstServerFault ? 'error.unexplained' : 'error.serverFault'} />
        </p>
      )}
      <Details summary={<FormattedMessage id="error.details" />}>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling box must be reachable by keyboard */}
        <pre className={styles.json} tabIndex={0}>
          <code lang="en">{JSON.stringify(error.details, null, 2)}</code>
        </pre>
      </Details>
      {supportEmail && (
        <p className={styles.contact}>
          <FormattedMessage
            id="error.contact"
            values={{ email: <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> }}
          />
        </p>
      )}
      {application && (
        <ButtonLink href={application.requestUrl} size="large">
          <FormattedMessage
            id={application.name ? 'error.startAgainAt' : 'error.startAgain'}
            values={{ clientName: application.name }}
          />
        </ButtonLink>
      )}
      <ButtonLink href={backUrl} size="large" variant="secondary" icon={<Icon name="back" />}>
        <FormattedMessage id="error.back" />
      </ButtonLink>
    </Card>
  );
}
