import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PageProps } from '../../shared/page.ts';
import { CancelForm } from '../shell/CancelForm.tsx';
import { clientLabel } from '../shell/clientLabel.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Card } from '../ui/Card.tsx';
import { ClientMark } from './ClientMark.tsx';
import { UseAccount } from './UseAccount.tsx';
import styles from './ChooseAccountPage.module.css';

/** Offers the account that an application asks for, which logs the signed-in one out, or to stay. */
export function ChooseAccountPage(props: PageProps['chooseAccount']): ReactNode {
  const { challenge, client, asked, next, stayUrl } = props;
  const intl = useIntl();
  const { signedInAs, signedInAddress = signedInAs } = usePageContext();
  const clientName = clientLabel(client, intl.formatMessage({ id: 'flow.unnamedClient' }));
  const names = {
    clientName,
    asked: asked ? <bdi>{asked}</bdi> : 'none',
    account: <bdi>{signedInAddress}</bdi>,
  };
  return (
    <Card
      mark={<ClientMark client={client} name={clientName} />}
      title={<FormattedMessage id="chooseAccount.title" />}
      subtitle={<FormattedMessage id="chooseAccount.subtitle" values={names} />}
      footer={
        <CancelForm challenge={challenge} className={styles.cancel}>
          <FormattedMessage id="flow.cancel" values={names} />
        </CancelForm>
      }
    >
      <form action="/logout" method="post" className={styles.choices}>
        <FormToken />
        <input type="hidden" name="next" value={next} />
        <UseAccount asked={asked} name="submit" value="Yes" />
        {stayUrl && (
          <ButtonLink href={stayUrl} variant="quiet" size="large">
            <FormattedMessage id="chooseAccount.stay" values={names} />
          </ButtonLink>
        )}
      </form>
    </Card>
  );
}
