/** Express and the flow's fetch alone: the cost of a page before the flow is processed. */
import express from 'express';
import { Pool } from 'undici';

const pool = new Pool(process.env.TARGET ?? '', { connections: 256 });
const app = express();
app.get('/login', async ({ url, headers }, response) => {
  const id = new URLSearchParams(url.split('?')[1]).get('flow') ?? '';
  const { body } = await pool.request({
    path: `/self-service/login/flows?id=${id}`,
    method: 'GET',
    headers: { accept: 'application/json', cookie: headers.cookie },
  });
  response.set('Content-Type', 'application/json').end(await body.text());
});
app.listen(Number(process.env.PORT), '127.0.0.1');
