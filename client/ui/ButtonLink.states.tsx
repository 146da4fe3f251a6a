import { ButtonLink } from './ButtonLink.tsx';
import { longText, type ComponentStates } from './componentStates.ts';
import { Icon } from './Icon.tsx';

export const buttonLinkStates: ComponentStates = {
  primary: <ButtonLink href="/settings">Go to settings</ButtonLink>,
  'quiet, with an icon': (
    <ButtonLink href="/settings" variant="quiet" icon={<Icon name="back" />}>
      Go back
    </ButtonLink>
  ),
  small: (
    <ButtonLink href="/settings" size="small" variant="plain">
      Cancel
    </ButtonLink>
  ),
  'long text': <ButtonLink href="/settings">{longText}</ButtonLink>,
};
