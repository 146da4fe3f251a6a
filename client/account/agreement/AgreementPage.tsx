import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PageProps } from '../../../shared/page.ts';
import { FormToken } from '../../shell/FormToken.tsx';
import { usePageContext } from '../../shell/PageContext.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { TickedBox } from './TickedBox.tsx';
import { AgreementPolicies } from './AgreementPolicies.tsx';
import styles from './Agreement.module.css';

/** Asks people to agree to the processing of their data before they go on, because its words are new to them. */
export function AgreementPage({ returnTo, version, isNew, isNotTicked }: PageProps['agreement']): ReactNode {
  const { product } = usePageContext();
  return (
    <Card title={<FormattedMessage id="agreement.title" />}>
      <p>
        <FormattedMessage id={isNew ? 'agreement.first' : 'agreement.changed'} values={{ product }} />
      </p>
      <form action="/agreement" method="post" noValidate className={styles.choices}>
        <FormToken />
        <input type="hidden" name="return_to" value={returnTo} />
        <TickedBox
          name="agree"
          value={version}
          smallPrint
          isNotTicked={isNotTicked}
          label={<FormattedMessage id="trait.tos" />}
        />
        <AgreementPolicies />
        <Button size="large">
          <FormattedMessage id="agreement.action" />
        </Button>
        <ButtonLink href="/logout" variant="plain">
          <FormattedMessage id="agreement.decline" />
        </ButtonLink>
        <ButtonLink href="/data" variant="plain">
          <FormattedMessage id="agreement.leave" />
        </ButtonLink>
      </form>
    </Card>
  );
}
