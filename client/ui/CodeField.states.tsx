import { CodeField } from './CodeField.tsx';
import type { ComponentStates } from './componentStates.ts';

export const codeFieldStates: ComponentStates = {
  rest: <CodeField label="Code from your mail" digits={6} inputMode="numeric" />,
  required: <CodeField label="Code from your app" digits={6} required />,
  'half typed': <CodeField label="Code from your mail" digits={6} defaultValue="739" />,
  complete: <CodeField label="Code from your mail" digits={6} defaultValue="739204" />,
  'of eight digits': <CodeField label="Code from your mail" digits={8} defaultValue="73920455" />,
  error: (
    <CodeField
      label="Code from your mail"
      digits={6}
      defaultValue="739204"
      messages={[{ id: 1, text: 'This code is wrong or has been used.', severity: 'error' }]}
    />
  ),
};
