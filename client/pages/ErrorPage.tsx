import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { usePageContext } from '../PageContext.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Details } from '../ui/Details.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Message } from '../ui/Message.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import styles from './ErrorPage.module.css';

/** Titles by code; any other code gets the common one. */
const titles: Record<number, string> = { 404: 'error.title.404', 500: 'error.title.500' };

/** From here on the fault is the service's own, and its reason is of no use to whoever reads it. */
const firstServerFault = 500;

/** The catalogue's key for what an error is about, by the error's id: the provider's own reasons are English only. */
const reasonKey = (details: unknown): string =>
  `error.reason.${String((details as { id?: unknown } | undefined)?.id)}`;

/** The error card: what happened, what the provider says of it, whom to write to, and the way back. */
export function ErrorPage({ error, backUrl }: PageProps['error']): ReactNode {
  const { supportEmail } = usePageContext();
  const { messages } = useIntl();
  const key = reasonKey(error.details);
  const own = error.reason && <span lang="en">{error.reason}</span>;
  const said = key in messages ? <FormattedMessage id={key} /> : own;
  const reason = error.code < firstServerFault ? said : undefined;
  return (
    <Card
      sign="error"
      tone="error"
      title={<FormattedMessage id={titles[error.code] ?? 'error.title.other'} />}
    >
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
          <code>{JSON.stringify(error.details, null, 2)}</code>
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
      <ButtonLink href={backUrl} size="large" variant="secondary" icon={<Icon name="back" />}>
        <FormattedMessage id="error.back" />
      </ButtonLink>
    </Card>
  );
}
