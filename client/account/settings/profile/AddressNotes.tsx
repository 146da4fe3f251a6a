import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SettingsFlow } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../../../shared/fields.ts';
import { isEmail, isField } from '../../../../shared/flow/inputAttributes.ts';
import { isSocial } from '../../../../shared/flow/methods.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import type { MailForm } from '../../../../shared/page.ts';
import { hasNode, type Form } from '../../../flow/model/forms.ts';
import { HiddenFields } from '../../../shell/HiddenFields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { sectionText } from '../navigation/sectionText.ts';
import styles from '../section/Hint.module.css';

interface AddressNotesProps extends Pick<SettingsFlow, 'identity'> {
  form: Form;
  mailForm: MailForm | undefined;
  /** The kinds of credentials that have to be confirmed again once another address is verified. */
  suspended: string[] | undefined;
}

/**
 * The account's unverified addresses, such as one just changed, with buttons that mail them; where there are none, what a
 * change leads to. In both cases the ways to sign in that have to be confirmed again then.
 */
export function AddressNotes({ identity, form, mailForm, suspended = [] }: AddressNotesProps): ReactNode {
  const intl = useIntl();
  const unverified = objectsIn(fieldsOf(identity).verifiable_addresses).filter(({ verified }) => !verified);
  const addresses = new Set(mailForm && unverified.flatMap(({ value }) => textIn(value) ?? []));
  if (addresses.size === 0 && !hasNode(form, (node) => isField(node) && isEmail(node))) return null;
  const ways = new Set(
    suspended.map((kind) => sectionText(intl, isSocial(kind) ? nodeGroup.oidc : kind, 'nav')),
  );
  return (
    <>
      {mailForm &&
        Array.from(addresses, (address) => (
          <div key={address} className={styles.step}>
            <p className={styles.hint}>
              <FormattedMessage id="settings.unverified" values={{ address: <bdi>{address}</bdi> }} />
            </p>
            <form action={mailForm.action} method="post">
              <HiddenFields values={{ [nodeName.csrfToken]: mailForm.token, [nodeName.email]: address }} />
              <Button name={nodeName.method} value={mailForm.method} size="small" variant="quiet">
                <FormattedMessage id={mailForm.label} />
              </Button>
            </form>
          </div>
        ))}
      {(addresses.size === 0 || ways.size > 0) && (
        <p className={styles.hint}>
          {addresses.size === 0 && <FormattedMessage id="settings.profile.newAddress" />}{' '}
          {ways.size > 0 && (
            <>
              <FormattedMessage id="settings.profile.suspends" values={{ ways: intl.formatList(ways) }} />{' '}
              <FormattedMessage id="settings.removalSignsOut" />
            </>
          )}
        </p>
      )}
    </>
  );
}
