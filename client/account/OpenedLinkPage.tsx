import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { OpenedLink } from '../../shared/page.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { Message } from '../ui/Message.tsx';
import styles from './OpenedLinkPage.module.css';

interface OpenedLinkPageProps extends OpenedLink {
  page: 'recoveryLink' | 'verificationLink';
  /** Whether the link signs in to another account than the one signed in to now. */
  isOther?: boolean;
}

/** Asks before a mailed link is used; the answer is a POST, so that opening the link uses nothing. */
function OpenedLinkPage({ page, action, token, address, isOther }: OpenedLinkPageProps): ReactNode {
  const { product, signedInAs } = usePageContext();
  // a token works once: of two answers, the browser follows the second
  const [isSent, setSent] = useState(false);
  return (
    <Card title={<FormattedMessage id={`${page}.title`} />}>
      <form action={action} method="post" className={styles.form} onSubmit={() => setSent(true)}>
        <input type="hidden" name={nodeName.token} value={token} />
        <p>
          {address ? (
            <FormattedMessage
              id={`${page}.own`}
              values={{ address: <bdi className={styles.name}>{address}</bdi> }}
            />
          ) : (
            <FormattedMessage id={`${page}.unknown`} />
          )}
        </p>
        {isOther && (
          <p>
            <FormattedMessage
              id="recoveryLink.signedIn"
              values={{ name: <bdi className={styles.name}>{signedInAs}</bdi> }}
            />
          </p>
        )}
        {!address && (
          <Message severity="info" name={`${page}.warning`}>
            <FormattedMessage id={`${page}.warning`} values={{ product }} />
          </Message>
        )}
        <Button size="large" busy={isSent}>
          <FormattedMessage id={`${page}.action`} />
        </Button>
        {isOther && (
          <ButtonLink href="/" variant="plain">
            <FormattedMessage id="recoveryLink.stay" values={{ name: <bdi>{signedInAs}</bdi> }} />
          </ButtonLink>
        )}
      </form>
    </Card>
  );
}

/** The page that a mailed link opens to recover an account: it signs in to that account. */
export function RecoveryLinkPage(link: OpenedLink): ReactNode {
  const { signedInAs, signedInAddress } = usePageContext();
  const isOther = signedInAs !== undefined && (!link.address || link.address !== signedInAddress);
  return <OpenedLinkPage page="recoveryLink" isOther={isOther} {...link} />;
}

/** The page that a mailed link opens to verify an address: nobody is signed in or out. */
export function VerificationLinkPage(link: OpenedLink): ReactNode {
  return <OpenedLinkPage page="verificationLink" {...link} />;
}
