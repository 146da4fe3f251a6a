/** The upstream of the gateway's bench if there is no nginx: two answers from memory. */
import { createServer } from 'node:http';

const sizes = new Map(Object.entries(JSON.parse(process.env.SIZES ?? '{}') as Record<string, number>));
const bodies = new Map([...sizes].map(([path, bytes]) => [path, Buffer.from(`"${'x'.repeat(bytes - 2)}"`)]));

createServer((request, response) => {
  const body = bodies.get(request.url ?? '');
  if (!body) return response.writeHead(404).end();
  return response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    .end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
