/** A fact about the provider's configuration that its operator should know. */
export interface Finding {
  /** Whether somebody may get into another person's account; otherwise something could not be checked. */
  dangerous: boolean;
  /** One line, without secrets. */
  text: string;
}

export const danger = (text: string): Finding => ({ dangerous: true, text });
export const notice = (text: string): Finding => ({ dangerous: false, text });
