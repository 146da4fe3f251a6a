import type { RequestHandler } from 'express';

/**
 * Ends an answer whose file cannot be read, for example because file descriptors have run out (EMFILE), and closes a file
 * that the browser no longer reads. sirv does neither: an error of the stream that it sends would end the process, and
 * each file that it did not send to the end would stay open.
 */
export const endOnFileError: RequestHandler = (_request, response, next) => {
  response.once('pipe', (file) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
  next();
};
