/** A plain http-proxy-middleware, to measure the gateway against. */
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
express()
  .use(createProxyMiddleware({ target: process.env.TARGET, agent }))
  .listen(Number(process.env.PORT), '127.0.0.1');
