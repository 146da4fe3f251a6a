import express from 'express';

/** The values of Express' `trust proxy`. */
export type TrustProxy = false | number | string;

/**
 * Parses which proxies are trusted to report the client's address.
 *
 * @param value a number of hops (`1`), or addresses, subnets and the names that Express knows (`loopback,
 *   10.0.0.0/8`); undefined trusts nobody
 * @throws TypeError if it is none of these
 * @see https://expressjs.com/en/guide/behind-proxies.html
 */
export function trustProxy(value: string | undefined): TrustProxy {
  if (value === undefined) return false;
  const trusted = /^\d+$/.test(value) ? Number(value) : value;
  express().set('trust proxy', trusted);
  return trusted;
}
