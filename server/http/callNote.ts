import { shownName } from '../../shared/shownName.ts';

/** What the gateway tells the portal's web hooks of a call. */
export interface CallNote {
  place?: string | undefined;
  /** A secret id of the call. */
  call?: string | undefined;
}

/** Writes a note for a header, which takes few characters; undefined if there is nothing to tell. */
export const noteHeader = ({ place = '', call = '' }: CallNote): string | undefined =>
  place || call ? `${Buffer.from(place).toString('base64url')}.${call}` : undefined;

/** Reads a note from a header that `noteHeader` has written. */
export const noteIn = (header: string): CallNote => {
  const [place = '', call] = header.split('.');
  return { place: shownName(Buffer.from(place, 'base64url').toString()), call };
};
