import type { ComponentStates } from '../../../client/ui/componentStates.ts';
import { accountStates } from '../../../client/ui/Account.states.tsx';
import { brandMarkStates } from '../../../client/ui/BrandMark.states.tsx';
import { buttonStates } from '../../../client/ui/Button.states.tsx';
import { buttonLinkStates } from '../../../client/ui/ButtonLink.states.tsx';
import { cardStates } from '../../../client/ui/Card.states.tsx';
import { checkboxStates } from '../../../client/ui/Checkbox.states.tsx';
import { codeFieldStates } from '../../../client/ui/CodeField.states.tsx';
import { detailsStates } from '../../../client/ui/Details.states.tsx';
import { dividerStates } from '../../../client/ui/Divider.states.tsx';
import { fieldStates } from '../../../client/ui/Field.states.tsx';
import { fieldFrameStates } from '../../../client/ui/FieldFrame.states.tsx';
import { fieldMessagesStates } from '../../../client/ui/FieldMessages.states.tsx';
import { iconStates } from '../../../client/ui/Icon.states.tsx';
import { logoStates } from '../../../client/ui/Logo.states.tsx';
import { markStates } from '../../../client/ui/Mark.states.tsx';
import { messageStates } from '../../../client/ui/Message.states.tsx';
import { passwordToggleStates } from '../../../client/ui/PasswordToggle.states.tsx';
import { pleaseWaitStates } from '../../../client/ui/PleaseWait.states.tsx';
import { requiredMarkStates } from '../../../client/ui/RequiredMark.states.tsx';
import { selectStates } from '../../../client/ui/Select.states.tsx';
import { spinnerStates } from '../../../client/ui/Spinner.states.tsx';
import { textLinkStates } from '../../../client/ui/TextLink.states.tsx';
import { timeStates } from '../../../client/ui/Time.states.tsx';

/** The components of `client/ui` in their states, by the names of their files. */
export const components: Record<string, ComponentStates> = {
  Account: accountStates,
  BrandMark: brandMarkStates,
  Button: buttonStates,
  ButtonLink: buttonLinkStates,
  Card: cardStates,
  Checkbox: checkboxStates,
  CodeField: codeFieldStates,
  Details: detailsStates,
  Divider: dividerStates,
  Field: fieldStates,
  FieldFrame: fieldFrameStates,
  FieldMessages: fieldMessagesStates,
  Icon: iconStates,
  Logo: logoStates,
  Mark: markStates,
  Message: messageStates,
  PasswordToggle: passwordToggleStates,
  PleaseWait: pleaseWaitStates,
  RequiredMark: requiredMarkStates,
  Select: selectStates,
  Spinner: spinnerStates,
  TextLink: textLinkStates,
  Time: timeStates,
};
