import { createHmac } from 'node:crypto';

/** How long the operator's system may take, in milliseconds. */
const answerMs = 10_000;

/** Where the operator's systems are told of deleted accounts, and the key of the signature: `whsec_` and its base64. */
export interface WebHookSettings {
  DELETION_WEBHOOK_URL?: string | undefined;
  DELETION_WEBHOOK_KEY?: string | undefined;
}

/**
 * Tells the operator's system that an account is deleted, signed as Standard Webhooks says. The same `webhook-id` comes
 * again if it does not answer with a 2xx status.
 *
 * @throws Error if it does not take it
 * @see https://www.standardwebhooks.com
 */
export async function tellOperator(
  { DELETION_WEBHOOK_URL: url, DELETION_WEBHOOK_KEY: key = '' }: WebHookSettings,
  identity: string,
): Promise<void> {
  if (url === undefined) return;
  const id = `deleted_${identity}`;
  const now = new Date();
  const timestamp = Math.floor(now.getTime() / 1000).toString();
  const body = JSON.stringify({ type: 'account.deleted', timestamp: now.toISOString(), data: { identity } });
  const signature = createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the web hook answered ${answer.status}`);
}
