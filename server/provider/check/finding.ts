/** A fact about the provider's configuration that its operator should know. */
export interface Finding {
  /** Whether somebody may get into another person's account; otherwise something could not be checked. */
  dangerous: boolean;
  /** One line, without secrets. */
  text: string;
}

/** Creates a finding of a way into another person's account. @param text one line */
export const danger = (text: string): Finding => ({ dangerous: true, text });

/** Creates a finding of something that could not be checked. @param text one line */
export const notice = (text: string): Finding => ({ dangerous: false, text });
