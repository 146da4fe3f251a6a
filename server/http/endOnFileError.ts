import type { RequestHandler } from 'express';

/**
 * Ends an answer whose file cannot be read, such as for want of file descriptors (EMFILE). sirv has no listener for the errors of
 * the stream that it sends, so one of them would end the process.
 */
export const endOnFileError: RequestHandler = (_request, response, next) => {
  response.once('pipe', (file) => file.once('error', () => response.destroy()));
  next();
};
