export { startMailbox } from '../../../provider/local/startMailbox.ts';
export { sharedBrowser } from './browser.ts';
export { sharedGallery } from './gallery.ts';
export { startOAuth2 } from './oauth2.ts';
export { sharedStack, startStack } from './stack.ts';
