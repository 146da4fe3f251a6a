import { longText, type ComponentStates } from './componentStates.ts';
import { Select } from './Select.tsx';

const options = [
  { value: 'en', label: 'English', lang: 'en' },
  { value: 'pl', label: 'Polski', lang: 'pl' },
];

export const selectStates: ComponentStates = {
  rest: <Select label="Language" options={options} />,
  required: <Select label="Language" options={options} required />,
  disabled: <Select label="Language" options={options} disabled />,
  error: (
    <Select
      label="Language"
      options={options}
      messages={[{ id: 1, text: 'Choose a language.', severity: 'error' }]}
    />
  ),
  'long text': <Select label={longText} options={options} />,
};
