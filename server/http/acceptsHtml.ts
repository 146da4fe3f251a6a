import type { IncomingHttpHeaders } from 'node:http';

/** Whether a caller accepts a page: a browser that visits it, or sends a form without scripts. */
export const acceptsHtml = ({ accept }: Pick<IncomingHttpHeaders, 'accept'>): boolean =>
  accept?.includes('text/html') === true;
