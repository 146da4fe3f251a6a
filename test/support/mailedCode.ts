import type { Mailbox } from '../../provider/local/startMailbox.ts';

/** The code in the newest mail to an address after `since` others; waits for it. */
export async function mailedCode(mailbox: Mailbox, email: string, since = 0): Promise<string> {
  const { code } = await mailbox.waitFor(email, { since, matching: (mail) => mail.code !== undefined });
  return code ?? '';
}
