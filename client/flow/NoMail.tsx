import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { isStepUp } from '../../shared/flow/flowState.ts';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';
import { forgetUrl } from './model/login.ts';
import { Details } from '../ui/Details.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { useFlowContext } from './FlowContext.ts';
import { sentTo, viaOf } from './model/address.ts';
import styles from './FlowView.module.css';

/** Help for when a code that was mailed, or sent to a phone, does not arrive. */
export function NoMail(): ReactNode {
  const { kind, flow } = useFlowContext();
  const address = sentTo(flow);
  const via = viaOf(address);
  return (
    <Details summary={<FormattedMessage id="flow.noMail" values={{ via }} />}>
      <ul className={styles.tips}>
        {via === 'email' && (
          <li>
            <FormattedMessage id="flow.noMail.spam" />
          </li>
        )}
        {address && !isStepUp(flow) && (
          <li>
            <FormattedMessage id="flow.noMail.address" values={{ address }} />{' '}
            <TextLink
              href={kind === 'login' ? forgetUrl(flow) : pagePath(kind, startQuery(flow.request_url))}
            >
              <FormattedMessage id="flow.noMail.correct" />
            </TextLink>
          </li>
        )}
        <li>
          <FormattedMessage id="flow.noMail.wait" />
        </li>
      </ul>
    </Details>
  );
}
