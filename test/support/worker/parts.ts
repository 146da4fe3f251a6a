// in a test file's own context, where each global is looked up by jest, reading a picture takes twenty times as long
export { looksAlike, smallPicture } from '../smallPicture.ts';
export { startMailbox } from '../../../provider/local/startMailbox.ts';
export { sharedBrowser } from './browser.ts';
export { sharedGallery } from './gallery.ts';
export { sharedOAuth2Stack, startOAuth2Stack } from './oauth2.ts';
export { closePages, leaveProfile, newProfile, openProfile } from './profiles.ts';
export { sharedStack, sharedStoreStack, startStack } from './stack.ts';
