/**
 * The ids of the provider's messages that the code treats specially. The catalogue's `provider.<id>` translates each;
 * every other message is just shown.
 */

// Sign-in and registration
export const confirmIdentity = 1010003;
export const secondFactorNeeded = 1010004;
export const securityKeyNeeded = 1010012;
export const loginCodeSent = 1010014;
/** The button that mails a code. */
export const sendLoginCode = 1010015;
/** An account with the address exists: a sign-in to it links the other service. */
export const linkNeedsSignIn = 1010016;
export const secondFactorCodeSent = 1010025;
export const signUp = 1040001;
export const continueSignUp = 1040003;
export const registrationCodeSent = 1040005;
/** The second of a sign-up's two steps. */
export const chooseCredential = 1040009;

// Settings
export const changesSaved = 1050001;
export const unlinkAccount = 1050003;
export const unlinkTotp = 1050004;
export const totpSecret = 1050006;
export const lookupSecret = 1050009;
export const lookupSecretUsed = 1050014;
export const lookupSecretList = 1050015;
export const disableLookupSecrets = 1050016;
export const removeSecurityKey = 1050018;
export const removePasskey = 1050020;

export const removeTrustedDevice = 1050021;

// Recovery and verification
export const accountRecovered = 1060001;
export const recoveryLinkSent = 1060002;
export const recoveryCodeSent = 1060003;
export const recoveryCodeSentTo = 1060004;
export const verificationLinkSent = 1080001;
export const addressVerified = 1080002;
export const verificationCodeSent = 1080003;
export const verificationTextSent = 1080004;
export const phoneVerified = 1080005;

// Labels
/** A title from the identity schema. */
export const traitTitle = 1070002;
/** 'Save' as a button. */
export const save = 1070003;
/** 'Email' as a button: sends a code again. */
export const sendToAddress = 1070007;
export const resendCode = 1070008;
/** The buttons of second factors with a code. */
export const useAuthenticator = 1010009;
export const useBackupCode = 1010010;
/** 'Continue' as a button. */
export const proceed = 1070009;

// Errors
/** A reason that the provider gives in English only. */
export const genericError = 4000001;
export const propertyMissing = 4000002;
export const passwordRefused = 4000005;
export const invalidCredentials = 4000006;
export const accountExists = 4000007;
export const totpWrong = 4000008;
export const identifierMissing = 4000009;
/** Kratos refuses a sign-in by itself, because no address of the account is proved. */
export const addressNotVerified = 4000010;
export const lookupSecretSpent = 4000012;
export const keyAccountUnknown = 4000015;
export const lookupSecretWrong = 4000016;
/** A value of a type that its field does not take. */
export const wrongType = 4000026;
export const accountExistsForLink = 4000027;
/** An account with the address exists; names its ways to sign in. */
export const accountLinkNeeded = 4000028;
export const passwordTooShort = 4000032;
/** No account, or none with a mailed code. */
export const addressUnknown = 4000035;
/** No account, or none with any way to sign in. */
export const methodsUnknown = 4000037;
export const loginCodeWrong = 4010008;
/** A recovery in which the full address typed is not the masked one. */
export const confirmationWrong = 4010010;
export const registrationCodeWrong = 4040003;
export const recoveryCodeWrong = 4060006;
/** A verification link that is damaged, or has been used. */
export const verificationLinkWrong = 4070001;
export const verificationDone = 4070002;
export const verificationCodeWrong = 4070006;
/** A fault whose reason the provider gives in English only. */
export const systemError = 5000001;
export const noMethods = 5000002;

// The portal's own, which Kratos gets from its web hooks (server/hooks)
/** A credential that nobody has confirmed: the sign-in goes on to a mailed code, which confirms it. */
export const confirmByCode = 4710001;
/** Several credentials that nobody has confirmed: a code cannot tell which one was presented. */
export const removeUnknown = 4710002;
export const invisibleCharacter = 4710003;
/** Another sign-in has just used the same code. */
export const codeUsedTwice = 4710004;
/** In place of a code that cannot be mailed: only a recovery and a new password lead on. */
export const recoverInstead = 4710007;
/** The account has got another address since the flow began. */
export const startAgain = 4710006;
/** The address is verified; an application waits, but this is not the browser of the sign-up. */
export const signInToGoOn = 4710005;
// In place of 'Continue' once an address is verified
export const toStartPage = 4710008;
export const toSettings = 4710009;
/** A service whose account stays with a sign-up that has a wrong address, so that the corrected one is made without it. */
export const serviceStays = 4710010;
/** Somebody who is signed in has used an account of a service that is not linked to theirs: Kratos would sign them up with it. */
export const notLinked = 4710011;
/** An authenticator app's code that was used before. */
export const totpUsed = 4710012;
/** The account has been disabled (Kratos 26.2). */
export const accountDisabled = 4010011;
