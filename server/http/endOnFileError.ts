import type { RequestHandler } from 'express';

/**
 * Ends an answer whose file cannot be read, for example because file descriptors have run out (EMFILE). sirv does not
 * listen for errors of the stream that it sends, so one of them would end the process.
 */
export const endOnFileError: RequestHandler = (_request, response, next) => {
  response.once('pipe', (file) => file.once('error', () => response.destroy()));
  next();
};
