import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { sentEmail, isStepUp } from '../../shared/flow/flowState.ts';
import { sentAddress } from '../../shared/flow/sentAddress.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { forgetUrl } from './model/login.ts';
import { Account } from '../ui/Account.tsx';
import { TextLink } from '../ui/TextLink.tsx';

interface LoggedInAsProps {
  kind: FlowKind;
  flow: Flow;
  identifier: string;
}

/** The account of a flow, or the address that it has mailed; a sign-in can be restarted with another account. */
export function LoggedInAs({ kind, flow, identifier }: LoggedInAsProps): ReactNode {
  const stepUp = isStepUp(flow);
  const isSent = flow.state === sentEmail || sentAddress(flow) !== undefined;
  return (
    <Account
      label={
        <FormattedMessage id={stepUp ? 'flow.loggedInAs' : isSent ? 'flow.sentTo' : 'flow.continueAs'} />
      }
      name={identifier}
    >
      {!stepUp && kind === 'login' && (
        <TextLink href={forgetUrl(flow)}>
          <FormattedMessage id="flow.otherAccount" />
        </TextLink>
      )}
    </Account>
  );
}
