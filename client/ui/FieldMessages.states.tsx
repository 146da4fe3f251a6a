import { longText, type ComponentStates } from './componentStates.ts';
import { FieldMessages } from './FieldMessages.tsx';

export const fieldMessagesStates: ComponentStates = {
  error: <FieldMessages id="m1" messages={[{ id: 1, text: 'Enter your password.', severity: 'error' }]} />,
  success: (
    <FieldMessages id="m2" messages={[{ id: 1, text: 'The address is verified.', severity: 'success' }]} />
  ),
  info: <FieldMessages id="m3" messages={[{ id: 1, text: 'Caps lock is on.', severity: 'info' }]} />,
  'several, with long text': (
    <FieldMessages
      id="m4"
      messages={[
        { id: 1, text: 'The password is too short.', severity: 'error' },
        { id: 2, text: longText, severity: 'error' },
      ]}
    />
  ),
};
