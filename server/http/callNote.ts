import { shownName } from '../../shared/shownName.ts';

/** What the gateway tells the portal's web hooks of a call. */
export interface CallNote {
  place?: string | undefined;
  /** A secret id of the call. */
  call?: string | undefined;
  /** The id of the request, as the log has it. */
  requestId?: string | undefined;
}

/** Writes a note for a header, which takes few characters; undefined if there is nothing to tell. */
export const noteHeader = ({ place = '', call = '', requestId = '' }: CallNote): string | undefined =>
  place || call || requestId
    ? [Buffer.from(place).toString('base64url'), call, requestId].join('.')
    : undefined;

/** Reads a note from a header that `noteHeader` has written. */
export const noteIn = (header: string): CallNote => {
  // a proxy may have given the request an id with dots
  const [place = '', call, ...id] = header.split('.');
  return {
    place: shownName(Buffer.from(place, 'base64url').toString()),
    call: call === '' ? undefined : call,
    requestId: id.join('.') || undefined,
  };
};
