/** Where a page asks whether an address is verified meanwhile. */
export const verificationStatePath = '/verification/state';

/** Whether the address of this browser's sign-up is verified; empty for any other verification. */
export interface VerificationState {
  isVerified?: boolean;
}
