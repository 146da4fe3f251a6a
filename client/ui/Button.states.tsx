import { Button } from './Button.tsx';
import { longText, type ComponentStates } from './componentStates.ts';
import { Icon } from './Icon.tsx';

const icon = <Icon name="passkey" />;

export const buttonStates: ComponentStates = {
  primary: <Button>Sign in</Button>,
  quiet: <Button variant="quiet">Other ways to sign in</Button>,
  plain: <Button variant="plain">Email me a code</Button>,
  danger: <Button variant="danger">Turn off</Button>,
  row: (
    <Button variant="row" icon={icon}>
      Use a passkey
    </Button>
  ),
  small: <Button size="small">Save profile</Button>,
  large: <Button size="large">Allow access</Button>,
  'with an icon': <Button icon={icon}>Sign in with a passkey</Button>,
  disabled: <Button disabled>Sign in</Button>,
  'quiet and disabled': (
    <Button variant="quiet" disabled>
      Other ways to sign in
    </Button>
  ),
  busy: <Button busy>Sign in</Button>,
  'busy in place of its icon': (
    <Button variant="quiet" icon={icon} busy>
      Sign in with a passkey
    </Button>
  ),
  'long text': <Button icon={icon}>{longText}</Button>,
};
