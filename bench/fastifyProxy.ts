/** @fastify/http-proxy with its defaults in its own process, to measure the gateway against. */
import proxy from '@fastify/http-proxy';
import fastify from 'fastify';

const app = fastify();
await app.register(proxy, { upstream: process.env.TARGET ?? '' });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
