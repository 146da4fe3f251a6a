/** The consequence for a start in production: no start, not known yet, or another replica is just checking. */
type Consequence = 'refused' | 'undecided' | 'busy';

/** A fact about the provider's configuration that its operator should know. */
export interface Finding {
  /** Whether somebody may get into another person's account; otherwise something could not be checked, or is not supported. */
  dangerous: boolean;
  /** One line, without secrets. */
  text: string;
  atStart?: Consequence | undefined;
}

/** Creates a finding of a way into another person's account. @param text one line */
export const danger = (text: string, atStart?: 'refused'): Finding => ({ dangerous: true, text, atStart });

/** Creates a finding of something that could not be checked, or is not supported. @param text one line */
export const notice = (text: string, atStart?: Consequence): Finding => ({ dangerous: false, text, atStart });
