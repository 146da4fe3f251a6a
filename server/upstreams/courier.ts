import type { CourierMessageStatus } from '@ory/client';
import { fieldsOf, objectsIn, textIn } from '../../shared/fields.ts';
import * as z from 'zod';
import { everyPage } from './everyPage.ts';
import { nextPageToken } from './nextPageToken.ts';
import { courierRequests } from './requests.ts';
import type { Transport } from './transport.ts';
import { upstreamFailed } from './upstreamErrors.ts';

const text = z.string().nullish().catch(undefined);

/** A message that Kratos has sent or will send, without its body, which may have a code. */
const message = z.object({
  id: text,
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

/** How many messages a page of the console has. */
const consolePage = 25;

/** Which messages are listed. */
interface MessageFilter {
  after?: string | undefined;
  status?: CourierMessageStatus | undefined;
  recipient?: string | undefined;
}

/** Creates the access to Kratos' messages. */
export const createCourier = (transport: Transport) => ({
  /**
   * Reads a page of the messages, the latest first. A message that could not be sent says why.
   *
   * @param options.after the token of the page before
   * @throws PortalError 502 or 504 when Kratos gives no usable answer
   */
  page: async ({ after, status: wanted, recipient }: MessageFilter, perPage = consolePage) => {
    const request = courierRequests.listCourierMessages(perPage, after, wanted, recipient);
    const { status, body, headers } = await transport.send(request);
    const { data } = z.array(message).safeParse(body);
    if (status !== 200 || !data) throw upstreamFailed();
    return { messages: data, next: nextPageToken(headers.link) };
  },
  /** Reads a message; undefined if there is none. @throws PortalError 502 or 504 */
  message: async (id: string): Promise<SentMessage | undefined> => {
    const { status, body } = await transport.send(courierRequests.getCourierMessage(id));
    if (status >= 500) throw upstreamFailed();
    return status === 200 ? message.parse(body) : undefined;
  },
  /** Says why a message could not be sent, as far as Kratos has kept it. @throws PortalError 502 or 504 */
  whyAbandoned: async (id: string): Promise<string | undefined> => {
    const { status, body } = await transport.send(courierRequests.getCourierMessage(id));
    if (status !== 200) return undefined;
    const last = objectsIn(fieldsOf(body).dispatches).at(-1);
    return textIn(fieldsOf(fieldsOf(last).error).message) ?? textIn(fieldsOf(last).status);
  },
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
