import { describe, expect, test } from '@jest/globals';
import { createIdentity } from '../support/identities.ts';
import { scriptsOnAndOff } from '../support/scriptsOnAndOff.ts';
import { useStack } from '../support/useStack.ts';

const { stack, visit } = useStack();

describe.each(scriptsOnAndOff)('$how', ({ scripts }) => {
  test('the owner of a disabled account is told so, and whom to ask, but not that the password is wrong', async () => {
    const { adminUrl } = stack().kratos;
    const { id, email, password } = await createIdentity(adminUrl);
    const answer = await fetch(`${adminUrl}/admin/identities/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify([{ op: 'replace', path: '/state', value: 'inactive' }]),
    });
    expect(answer.status).toBe(200);
    const visitor = await visit('/login', { scripts });
    await visitor.signIn(email, password);
    await visitor.reads(/This account has been disabled/);
    const text = await visitor.page.locator('main').innerText();
    expect(text).not.toMatch(/is wrong/);
    expect(text).toContain('help@example.org');
  });
});
