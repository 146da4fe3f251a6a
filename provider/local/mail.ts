/** A received mail. */
export interface Mail {
  /** Counts from 1 in the order of arrival. */
  id: number;
  receivedAt: Date;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | undefined;
  /** The six-digit code in the mail. */
  code: string | undefined;
  links: string[];
}
