import { longText, type ComponentStates } from './componentStates.ts';
import { Message } from './Message.tsx';

export const messageStates: ComponentStates = {
  error: (
    <Message severity="error" name="error">
      The password or the address is wrong.
    </Message>
  ),
  success: (
    <Message severity="success" name="success">
      Your changes are saved.
    </Message>
  ),
  info: (
    <Message severity="info" name="info">
      Confirm that it is you.
    </Message>
  ),
  disabled: (
    <Message severity="disabled" name="disabled">
      This way to sign in is turned off.
    </Message>
  ),
  default: (
    <Message severity="default" name="default">
      Your session has ended.
    </Message>
  ),
  'long text': (
    <Message severity="info" name="info">
      {longText}
    </Message>
  ),
};
