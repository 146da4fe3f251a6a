import * as z from 'zod';
import { everyPage } from './everyPage.ts';
import { nextPageToken } from './nextPageToken.ts';
import { courierRequests } from './requests.ts';
import type { Transport } from './transport.ts';
import { upstreamFailed } from './upstreamErrors.ts';

const text = z.string().nullish().catch(undefined);

/** A message that Kratos has sent or will send, without its body, which may have a code. */
const message = z.object({
  created_at: text,
  recipient: text,
  subject: text,
  template_type: text,
  type: text,
  status: text,
});

/** A message that Kratos has sent or will send. */
export type SentMessage = z.output<typeof message>;

/** Each message comes with its body. */
const pageSize = 100;

/** Creates the access to Kratos' messages. */
export const createCourier = (transport: Transport) => ({
  /**
   * Lists the messages to an address or a number, page by page.
   *
   * @throws PortalError 502 or 504 when Kratos gives no usable answer
   */
  messagesTo: (recipient: string) =>
    everyPage(async (token) => {
      const request = courierRequests.listCourierMessages(pageSize, token, undefined, recipient);
      const { status, body, headers } = await transport.send(request);
      const { data } = z.array(message).safeParse(body);
      if (status !== 200 || !data) throw upstreamFailed();
      return { items: data, next: nextPageToken(headers.link) };
    }),
});

/** The messages that Kratos has sent or will send. */
export type Courier = ReturnType<typeof createCourier>;
