import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { renderInPage } from '../../../test/support/renderInPage.tsx';
import { FlowView } from '../FlowView.tsx';

test('a code is read without the blanks that it was copied with', async () => {
  renderInPage(<FlowView kind="recovery" flow={recordedFlow('recovery-sent')} />);
  const field = screen.getByLabelText<HTMLInputElement>(/^Recovery code/);
  await userEvent.click(field);
  await userEvent.paste(' 123 456\n');
  expect(field.value).toBe('123456');
  expect(field.validity.valid).toBe(true);
});
