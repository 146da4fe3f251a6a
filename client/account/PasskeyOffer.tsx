import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { inputAttributes, isButton } from '../../shared/flow/inputAttributes.ts';
import type { PasskeyOffer as OfferedForm } from '../../shared/page.ts';
import type { Announcement } from '../flow/FlowContext.ts';
import { valueOf } from '../../shared/flow/shownValue.ts';
import { ScriptNode } from '../flow/nodes/ScriptNode.tsx';
import { press } from '../flow/webauthn/flowScripts.ts';
import { promptFailure } from '../flow/webauthn/promptFailure.ts';
import { PreferenceForm } from '../shell/PreferenceForm.tsx';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';
import { useHydrated } from '../ui/useHydrated.ts';
import { Offer } from './Offer.tsx';

/** Offers to create a passkey after a sign-in with a password, where scripts and WebAuthn allow it. */
export function PasskeyOffer({ ui }: OfferedForm): ReactNode {
  const scripts = useHydrated();
  const [announcement, announce] = useState<Announcement>();
  if (scripts && !('PublicKeyCredential' in window)) return null;
  const inputs = ui.nodes.map(inputAttributes).filter((input) => input !== undefined);
  const trigger = ui.nodes.filter(isButton).map(inputAttributes)[0];
  const create = async (): Promise<void> => {
    announce(undefined);
    const isRun = trigger && (await press(trigger, (cause) => announce(promptFailure(cause))));
    if (!isRun) announce({ severity: 'error', text: 'flow.unsupported' });
  };
  return (
    <Offer
      id="passkey-offer"
      icon="passkey"
      title={<FormattedMessage id="home.passkey.title" />}
      text={<FormattedMessage id="home.passkey.text" />}
      scripts="on"
      announcement={
        announcement && (
          <Message severity={announcement.severity} name={announcement.text} live>
            <FormattedMessage id={announcement.text} />
          </Message>
        )
      }
    >
      <form action={ui.action} method={ui.method.toLowerCase()}>
        {inputs
          .filter(({ type }) => type === 'hidden')
          .map((input) => (
            <input key={input.name} type="hidden" name={input.name} defaultValue={valueOf(input)} />
          ))}
        {ui.nodes.map(
          ({ attributes }) =>
            attributes.node_type === 'script' && <ScriptNode key={attributes.id} attributes={attributes} />,
        )}
        <Button type="button" size="small" disabled={!scripts} onClick={() => void create()}>
          <FormattedMessage id="home.passkey.create" />
        </Button>
      </form>
      <PreferenceForm>
        <Button name="passkey_offer" value="declined" size="small" variant="plain">
          <FormattedMessage id="home.passkey.decline" />
        </Button>
      </PreferenceForm>
    </Offer>
  );
}
