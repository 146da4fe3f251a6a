import { longText, type ComponentStates } from './componentStates.ts';
import { Field } from './Field.tsx';
import { TextLink } from './TextLink.tsx';

const error = { id: 1, text: 'Enter your whole address, like name@example.com.', severity: 'error' } as const;

export const fieldStates: ComponentStates = {
  rest: <Field label="Email" type="email" />,
  'required, with a hint': <Field label="Phone" type="tel" hint="With the country's code." required />,
  filled: <Field label="Email" type="email" defaultValue="ada@portal.example" />,
  'with an action': (
    <Field
      label="Password"
      type="password"
      autoComplete="off"
      action={<TextLink href="/recovery">Forgot password?</TextLink>}
    />
  ),
  disabled: <Field label="Email" type="email" defaultValue="ada@portal.example" disabled />,
  'read only': <Field label="Email" type="email" defaultValue="ada@portal.example" readOnly />,
  error: <Field label="Email" type="email" defaultValue="ada" required messages={[error]} />,
  'with a note': (
    <Field
      label="Password"
      type="password"
      messages={[{ id: 2, text: 'Caps lock is on.', severity: 'info' }]}
    />
  ),
  'long text': (
    <Field
      label={longText}
      hint={longText}
      defaultValue={longText}
      messages={[{ ...error, text: longText }]}
    />
  ),
};
