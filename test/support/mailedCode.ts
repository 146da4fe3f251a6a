import type { Mailbox } from '../../provider/local/startMailbox.ts';

/** Waits for a mail with a code to an address, after the mail with the id `since`. @returns the newest code */
export async function mailedCode(mailbox: Mailbox, email: string, since = 0): Promise<string> {
  const { code } = await mailbox.waitFor(email, { since, matching: (mail) => mail.code !== undefined });
  return code ?? '';
}
