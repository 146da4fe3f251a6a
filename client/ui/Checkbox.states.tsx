import { Checkbox } from './Checkbox.tsx';
import { longText, type ComponentStates } from './componentStates.ts';

export const checkboxStates: ComponentStates = {
  rest: <Checkbox label="Keep me signed in" />,
  ticked: <Checkbox label="Keep me signed in" defaultChecked />,
  required: <Checkbox label="I agree to the terms" required smallPrint />,
  'with a hint': <Checkbox label="I am a doctor" hint="We check the licence by hand." />,
  disabled: <Checkbox label="Keep me signed in" disabled />,
  error: (
    <Checkbox
      label="I agree to the terms"
      required
      messages={[{ id: 1, text: 'Agree to the terms to go on.', severity: 'error' }]}
    />
  ),
  'long text': <Checkbox label={longText} hint={longText} />,
};
