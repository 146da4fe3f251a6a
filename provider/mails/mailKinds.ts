import type { Place } from '../../shared/mail/layout.ts';

/** A mail that Kratos sends. */
export interface MailKind {
  /** The folder of its templates. */
  folder: string;
  /** The names of the code and the link in Kratos' template model. */
  code?: string;
  link?: string;
  /** The catalogue keys of its texts; `once` replaces `lifetime` if the provider does not say how long. */
  texts: Partial<Record<Place | 'once', string>>;
}

const ofCode = {
  intro: 'mail.code.intro',
  lifetime: 'mail.code.lifetime',
  once: 'mail.code.once',
  notYou: 'mail.notYou',
  calm: 'mail.code.notYou',
};
const ofLink = {
  lifetime: 'mail.link.lifetime',
  once: 'mail.link.once',
  address: 'mail.link.address',
  notYou: 'mail.notYou',
  calm: 'mail.link.notYou',
};
const ofUnknown = {
  subject: 'mail.unknown.subject',
  title: 'mail.unknown.title',
  wasYou: 'mail.unknown.wasYou',
  notYou: 'mail.notYou',
  calm: 'mail.unknown.notYou',
};
const recoveryUnknown = {
  ...ofUnknown,
  intro: 'mail.recoveryUnknown.intro',
  why: 'mail.recovery.why',
};
const verificationUnknown = {
  ...ofUnknown,
  intro: 'mail.verificationUnknown.intro',
  why: 'mail.verification.why',
};

/** Every mail that Kratos 1.3.1 and 26.2 send. `invalid` goes to an address without an account. */
export const mailKinds: readonly MailKind[] = [
  {
    folder: 'recovery_code/valid',
    code: 'recovery_code',
    texts: {
      ...ofCode,
      subject: 'mail.recoveryCode.subject',
      title: 'recovery.title',
      why: 'mail.recovery.why',
    },
  },
  { folder: 'recovery_code/invalid', texts: recoveryUnknown },
  {
    folder: 'recovery/valid',
    link: 'recovery_url',
    texts: {
      ...ofLink,
      subject: 'mail.recoveryLink.subject',
      title: 'recovery.title',
      intro: 'mail.recoveryLink.intro',
      why: 'mail.recovery.why',
    },
  },
  { folder: 'recovery/invalid', texts: recoveryUnknown },
  {
    folder: 'verification_code/valid',
    code: 'verification_code',
    link: 'verification_url',
    texts: {
      ...ofCode,
      subject: 'mail.verificationCode.subject',
      title: 'verification.title',
      elsewhere: 'mail.verificationCode.elsewhere',
      open: 'mail.verificationCode.open',
      why: 'mail.verification.why',
    },
  },
  { folder: 'verification_code/invalid', texts: verificationUnknown },
  {
    folder: 'verification/valid',
    link: 'verification_url',
    texts: {
      ...ofLink,
      subject: 'mail.verificationLink.subject',
      title: 'verification.title',
      intro: 'mail.verificationLink.intro',
      why: 'mail.verification.why',
    },
  },
  { folder: 'verification/invalid', texts: verificationUnknown },
  {
    folder: 'login_code/valid',
    code: 'login_code',
    texts: {
      ...ofCode,
      subject: 'mail.loginCode.subject',
      title: 'login.title',
      why: 'mail.loginCode.why',
    },
  },
  {
    folder: 'registration_code/valid',
    code: 'registration_code',
    texts: {
      ...ofCode,
      subject: 'mail.registrationCode.subject',
      title: 'registration.title',
      why: 'mail.registrationCode.why',
    },
  },
];
