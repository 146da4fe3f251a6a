import { longText, type ComponentStates } from './componentStates.ts';
import { TextLink } from './TextLink.tsx';

export const textLinkStates: ComponentStates = {
  alone: <TextLink href="/recovery">Forgot password?</TextLink>,
  'in a text': (
    <p>
      No account yet? <TextLink href="/registration">Sign up</TextLink> with your address.
    </p>
  ),
  'long text': <TextLink href="/settings">{longText}</TextLink>,
};
