import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderInPage } from '../../test/support/renderInPage.tsx';
import { LogoutPage } from './LogoutPage.tsx';

test.each(['Yes', 'No'])('%s is posted with the token and the way back', (answer) => {
  renderInPage(<LogoutPage returnTo="/settings" />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: answer });
  expect([button.form?.getAttribute('action'), button.form?.method]).toEqual(['/logout', 'post']);
  expect(Object.fromEntries(new FormData(button.form ?? undefined, button))).toEqual({
    _csrf: 'portal-token',
    return_to: '/settings',
    submit: answer,
  });
});
