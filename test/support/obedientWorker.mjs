/** A worker that listens when it is told to, answers pings, and leaves when it is to retire. */
import { createServer } from 'node:net';

process.on('message', ({ type }) => {
  if (type === 'listen') createServer().listen(0, '127.0.0.1');
  if (type === 'ping') process.send({ type: 'pong' });
  if (type === 'retire') process.exit(0);
});
