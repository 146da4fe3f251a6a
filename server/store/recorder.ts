import type { Request } from 'express';
import { certainNotices, optionalNotices } from '../../shared/activity.ts';
import type { NewEvent, RecordEvent } from './events.ts';

/** The browser or program that an event comes from. */
export interface Client {
  userAgent?: string | null | undefined;
  address?: string | null | undefined;
  /** Where it is, as a trusted proxy says. */
  place?: string | undefined;
  /** The id of its request, as the log has it. */
  requestId?: string | undefined;
}

/** Records what somebody did to an account, and from where; people are told by mail of some events. Never rejects. */
export type Recorder = (client: Client, event: NewEvent) => Promise<void>;

/** Returns the client of a request. */
export const clientOf = ({
  headers,
  ip,
  id,
  place,
}: Pick<Request, 'headers' | 'ip'> & { id?: string; place?: string }): Client => ({
  userAgent: headers['user-agent'],
  address: ip,
  place,
  requestId: id,
});

const noticed: ReadonlySet<string> = new Set([...certainNotices, ...optionalNotices]);

/**
 * Creates the recorder.
 *
 * @param keptAddress formats an address as LOG_CLIENT_ADDRESS says; undefined leaves it out
 */
export const recorder =
  (record: RecordEvent, keptAddress: (address: string | undefined) => string | undefined): Recorder =>
  ({ userAgent, address, place, requestId }, { about, recipient, ...event }) => {
    const from = keptAddress(address ?? undefined);
    return record({
      ...event,
      ...(noticed.has(event.kind) && { recipient }),
      about: {
        ...about,
        ...(userAgent && { userAgent }),
        ...(from !== undefined && { from }),
        ...(place !== undefined && { place }),
        ...(requestId !== undefined && { request: requestId }),
      },
    });
  };
