import { useId, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { activitySentence } from '../../../shared/activitySentence.ts';
import type { PageProps, SecuredChange } from '../../../shared/page.ts';
import { FormToken } from '../../shell/FormToken.tsx';
import { usePageContext } from '../../shell/PageContext.tsx';
import { SupportContact } from '../../shell/SupportContact.tsx';
import { Account } from '../../ui/Account.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { Glyph, Icon } from '../../ui/Icon.tsx';
import { Message } from '../../ui/Message.tsx';
import { Time } from '../activity/Days.tsx';
import { eventIcon } from '../activity/eventIcon.ts';
import styles from './SecurePage.module.css';

/** The props of the page in one of its states. */
type In<State> = Extract<PageProps['secure'], { state: State }>;

/** Secures an account in which somebody else may be: asks, says what is next, then shows what was changed before. */
export function SecurePage(props: PageProps['secure']): ReactNode {
  if (props.state === 'ask') return <Ask {...props} />;
  if (props.state === 'done') return <Done {...props} />;
  if (props.state === 'review') return <Review {...props} />;
  return props.state === 'over' ? <Over /> : <Unable />;
}

const items = ['sessions', 'applications', 'credentials'];

function Ask({ address, isFormer }: In<'ask'>): ReactNode {
  const { signedInAs, signedInAddress = signedInAs } = usePageContext();
  const [isSent, setSent] = useState(false);
  const name = address ?? signedInAddress;
  return (
    <Card title={<FormattedMessage id="secure.title" />}>
      {name && <Account label={<FormattedMessage id="secure.account" />} name={name} />}
      <p>
        <FormattedMessage id="secure.lead" />
      </p>
      <ul className={styles.items}>
        {isFormer && (
          <li>
            <FormattedMessage id="secure.item.address" values={{ address: <strong>{address}</strong> }} />
          </li>
        )}
        {items.map((item) => (
          <li key={item}>
            <FormattedMessage id={`secure.item.${item}`} />
          </li>
        ))}
      </ul>
      <p>
        <FormattedMessage id="secure.next" />
      </p>
      <form action="/secure" method="post" className={styles.choices} onSubmit={() => setSent(true)}>
        {address === undefined && <input type="hidden" name="own" value="true" />}
        <FormToken />
        <Button size="large" busy={isSent}>
          <FormattedMessage id="secure.action" />
        </Button>
        <ButtonLink href="/" variant="plain">
          <FormattedMessage id="secure.cancel" />
        </ButtonLink>
      </form>
    </Card>
  );
}

const Done = ({ recoverUrl, isTaken }: In<'done'>): ReactNode => (
  <Card title={<FormattedMessage id="secure.done.title" />} sign="success">
    {isTaken && (
      <Message severity="error" name="secure.done.taken">
        <FormattedMessage id="secure.done.taken" /> <SupportContact />
      </Message>
    )}
    <p>
      <FormattedMessage id="secure.done.text" />
    </p>
    <ButtonLink href={recoverUrl} size="large">
      <FormattedMessage id="secure.done.action" />
    </ButtonLink>
  </Card>
);

const Over = (): ReactNode => {
  const { signedInAs } = usePageContext();
  return (
    <Card title={<FormattedMessage id="secure.over.title" />}>
      <p>
        <FormattedMessage id="secure.over.text" />
      </p>
      <div className={styles.choices}>
        {signedInAs === undefined ? (
          <>
            <ButtonLink href="/login?return_to=/secure" size="large">
              <FormattedMessage id="nav.login" />
            </ButtonLink>
            <ButtonLink href="/recovery" variant="quiet" size="large">
              <FormattedMessage id="secure.over.recover" />
            </ButtonLink>
          </>
        ) : (
          <ButtonLink href="/secure?own=true" size="large">
            <FormattedMessage id="secure.action" />
          </ButtonLink>
        )}
      </div>
    </Card>
  );
};

const Unable = (): ReactNode => (
  <Card title={<FormattedMessage id="secure.title" />}>
    <p>
      <FormattedMessage id="secure.unable" />
    </p>
    <ButtonLink href="/settings" size="large">
      <FormattedMessage id="secure.review.settings" />
    </ButtonLink>
  </Card>
);

function Review({ changes, undone }: In<'review'>): ReactNode {
  const isOver = changes.every(({ isUndone }) => isUndone);
  const lead = isOver ? 'secure.review.allUndone' : 'secure.review.lead';
  return (
    <Card title={<FormattedMessage id="secure.review.title" />} size="wide">
      {undone && (
        <Message severity="success" name="secure.review.undone" focused tabIndex={-1}>
          <FormattedMessage id="secure.review.undone" />
        </Message>
      )}
      <p>
        <FormattedMessage id={changes.length > 0 ? lead : 'secure.review.none'} />
      </p>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </ul>
      )}
      <ButtonLink href="/" size="large" variant={isOver ? 'primary' : 'quiet'}>
        <FormattedMessage id="secure.review.done" />
      </ButtonLink>
    </Card>
  );
}

/** A change, with the way to undo it. */
function Change({ change }: { change: SecuredChange }): ReactNode {
  const intl = useIntl();
  const id = useId();
  const { at, device, undo, settings, isUndone } = change;
  // each of several buttons says what it undoes
  const button = {
    id: `${id}-undo`,
    'aria-labelledby': `${id}-undo ${id}`,
    size: 'small',
    variant: 'quiet',
  } as const;
  return (
    <li className={styles.change}>
      <p className={styles.what}>
        <Glyph path={eventIcon(change)} />
        <span id={id}>{activitySentence(intl, change)}</span>
        <span className={styles.facts}>
          <Time at={at}>{intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' })}</Time>
          {device && (
            <>
              {' · '}
              <FormattedMessage id="deviceName.text" values={{ ...device }} />
            </>
          )}
        </span>
      </p>
      {undo !== undefined && (
        <form action="/secure/undo" method="post">
          <FormToken />
          <input type="hidden" name="event" value={undo} />
          <Button {...button}>
            <FormattedMessage id="secure.review.undo" />
          </Button>
        </form>
      )}
      {isUndone && (
        <span className={styles.undone}>
          <Icon name="success" />
          <FormattedMessage id="secure.review.isUndone" />
        </span>
      )}
      {settings !== undefined && (
        <ButtonLink {...button} href={`/settings#${settings}`}>
          <FormattedMessage id="secure.review.settings" />
        </ButtonLink>
      )}
    </li>
  );
}
