import { BrandMark } from './BrandMark.tsx';
import { Button } from './Button.tsx';
import { longText, type ComponentStates } from './componentStates.ts';
import { Icon } from './Icon.tsx';

const icon = <Icon name="passkey" />;

export const buttonStates: ComponentStates = {
  primary: <Button>Sign in</Button>,
  quiet: <Button variant="quiet">Sign up</Button>,
  plain: <Button variant="plain">Email me a code</Button>,
  danger: <Button variant="danger">Turn off</Button>,
  'one of several ways': (
    <Button variant="quiet" align="start" icon={icon}>
      Sign in with passkey
    </Button>
  ),
  'the way used last': (
    <Button align="start" icon={<BrandMark provider="google" plate />} tag="Last used">
      Sign in with Google
    </Button>
  ),
  'a tag and long text': (
    <Button align="start" icon={icon} tag="Last used">
      {longText}
    </Button>
  ),
  small: <Button size="small">Save profile</Button>,
  large: <Button size="large">Allow access</Button>,
  'with an icon': <Button icon={icon}>Sign in with a passkey</Button>,
  disabled: <Button disabled>Sign in</Button>,
  'quiet and disabled': (
    <Button variant="quiet" disabled>
      Sign up
    </Button>
  ),
  'primary, busy': <Button busy>Sign in</Button>,
  'quiet, busy': (
    <Button variant="quiet" busy>
      Sign up
    </Button>
  ),
  'plain, busy': (
    <Button variant="plain" busy>
      Email me a code
    </Button>
  ),
  'danger, busy': (
    <Button variant="danger" busy>
      Turn off
    </Button>
  ),
  'small, busy': (
    <Button size="small" busy>
      Save profile
    </Button>
  ),
  'large, busy': (
    <Button size="large" busy>
      Allow access
    </Button>
  ),
  'busy in place of its icon': (
    <Button variant="quiet" icon={icon} busy>
      Sign in with a passkey
    </Button>
  ),
  'long text': <Button icon={icon}>{longText}</Button>,
};
