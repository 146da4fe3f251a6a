import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { asksCode, sentEmail, isStepUp } from '../../shared/flow/flowState.ts';
import { lastingIn, saysLink } from '../../shared/flow/lasting.ts';
import { awaitsCode } from '../../shared/flow/messages.ts';
import { sentAddress } from '../../shared/flow/sentAddress.ts';
import type { Flow, FlowKind } from '../../shared/page.ts';
import { useFlowContext } from './FlowContext.ts';
import { isTaken, mailedKind } from './model/address.ts';
import { forgetUrl } from './model/login.ts';
import { Account } from '../ui/Account.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { pagePath } from '../../shared/flow/pagePath.ts';
import { startQuery } from '../../shared/flow/startQuery.ts';

/** Returns the URL at which a flow starts again with its address: to correct it, or to go on with it. */
function restartUrl(kind: FlowKind, { id, request_url }: Flow, purpose: 'correct' | 'existing'): string {
  const query = startQuery(request_url);
  query.set(purpose, id);
  return pagePath(kind, query);
}

interface LoggedInAsProps {
  kind: FlowKind;
  flow: Flow;
  identifier: string;
}

/** Returns the catalogue key of the words before an account, or before the address that a flow has mailed. */
function labelOf(flow: Flow): string {
  if (isTaken(flow)) return 'trait.email';
  if (isStepUp(flow))
    return 'refresh' in flow && flow.refresh === true ? 'flow.loggedInAs.again' : 'flow.loggedInAs';
  if (flow.state !== sentEmail && sentAddress(flow) === undefined) return 'flow.continueAs';
  return asksCode(flow) ? 'flow.codeSentTo' : 'flow.sentTo';
}

/**
 * The account of a flow, or the address that it has mailed, the same before and after an error; with a link to another one,
 * unless only this one leads on.
 */
export function LoggedInAs({ kind, flow, identifier }: LoggedInAsProps): ReactNode {
  const { answers, correctUrl } = useFlowContext();
  const label = labelOf(flow);
  const isSent = label === 'flow.codeSentTo' || label === 'flow.sentTo';
  const canChange = isSent || isTaken(flow);
  // a new sign-in, of this account or another one, links nothing
  const links = lastingIn(flow).some(saysLink);
  const leavingUrl = links ? restartUrl(kind, flow, 'existing') : forgetUrl(flow);
  return (
    <Account
      label={<FormattedMessage id={label} values={{ kind: mailedKind(kind, correctUrl) }} />}
      name={identifier}
      live={isSent && answers > 0}
    >
      {!isStepUp(flow) && !awaitsCode(flow) && (canChange || kind === 'login') && (
        <TextLink href={canChange ? (correctUrl ?? restartUrl(kind, flow, 'correct')) : leavingUrl}>
          <FormattedMessage
            id={canChange ? 'flow.change' : links ? 'flow.cancelSignUp' : 'flow.otherAccount'}
          />
        </TextLink>
      )}
    </Account>
  );
}
