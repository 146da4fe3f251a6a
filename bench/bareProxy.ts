/** A plain http-proxy-middleware in its own process, to measure the gateway against. */
import { Agent, createServer } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const app = express();
app.use(
  createProxyMiddleware({
    target: process.env.TARGET,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }),
);
createServer(app).listen(Number(process.env.PORT), '127.0.0.1');
