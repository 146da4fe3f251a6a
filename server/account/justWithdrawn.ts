/** The cookie that says once that access was withdrawn: a link, which anybody can send, could say so as well. */
const cookieName = 'portal_withdrawn';

const maxAgeSeconds = 60;
const attributes = 'Path=/settings; HttpOnly; SameSite=Lax';

const pattern = new RegExp(`(?:^|;)\\s*${cookieName}=1(?:;|$)`);

/** Whether access has just been withdrawn. @param header a Cookie header */
export const isIn = (header = ''): boolean => pattern.test(header);

/** The `Set-Cookie` that says so on the next page. @param secure whether the portal is on https */
export const now = (secure: boolean): string =>
  `${cookieName}=1; Max-Age=${maxAgeSeconds}; ${attributes}${secure ? '; Secure' : ''}`;

/** The `Set-Cookie` that forgets it. */
export const forgotten = `${cookieName}=; Max-Age=0; ${attributes}`;
