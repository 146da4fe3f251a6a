import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../../shared/page.ts';
import { usePageContext } from '../../shell/PageContext.tsx';
import { FormToken } from '../../shell/FormToken.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DownloadData } from './DownloadData.tsx';
import { OwnAgreement } from './OwnAgreement.tsx';
import styles from './DataPage.module.css';

/** What is kept about the user, and what they may do with it. It needs no scripts. */
export function DataPage(props: PageProps['data']): ReactNode {
  const { canDownload, graceDays, agreement, isNotTicked, leftUntil, backTo } = props;
  if (leftUntil !== undefined) return <Left until={leftUntil} />;
  if (backTo !== undefined) return <Back to={backTo} />;
  return (
    <div className={styles.data}>
      <header className={styles.header}>
        <h1>
          <FormattedMessage id="data.title" />
        </h1>
        <p>
          <FormattedMessage id="data.lead" />
        </p>
      </header>
      {canDownload && <DownloadData />}
      {agreement && <OwnAgreement {...agreement} />}
      {graceDays !== undefined && <DeleteAccount graceDays={graceDays} isNotTicked={isNotTicked} />}
    </div>
  );
}

/** Says that the account is kept, once, on the way to another page; somebody else may have asked for the deletion. */
const Back = ({ to }: { to: string }): ReactNode => (
  <Card title={<FormattedMessage id="data.back.title" />} sign="success">
    <p>
      <FormattedMessage id="data.back.text" />
    </p>
    <form action="/data/back" method="post" className={styles.choices}>
      <FormToken />
      <input type="hidden" name="return_to" value={to} />
      <Button size="large">
        <FormattedMessage id="data.back.action" />
      </Button>
      <ButtonLink href="/secure?own=true" variant="plain">
        <FormattedMessage id="secure.action" />
      </ButtonLink>
    </form>
  </Card>
);

/** Says until when the account can come back. */
function Left({ until }: { until: string }): ReactNode {
  const { servedAt = 0 } = usePageContext();
  const date = useIntl().formatDate(until, { dateStyle: 'long' });
  const isNow = Date.parse(until) <= servedAt;
  return (
    <Card title={<FormattedMessage id="data.left.title" />}>
      <p suppressHydrationWarning>
        <FormattedMessage id={isNow ? 'data.left.now' : 'data.left.text'} values={{ date }} />
      </p>
      {!isNow && (
        <ButtonLink href="/login" variant="quiet" size="large">
          <FormattedMessage id="nav.login" />
        </ButtonLink>
      )}
    </Card>
  );
}
