import type { AxiosAdapter, AxiosHeaders } from 'axios';
import type { Transport } from './transport.ts';

export interface AdapterOptions {
  transport: Transport;
  /** The URL in front of each call's path, as the client was given it. */
  baseUrl: string;
  /** The headers that the upstream gets, from those that the client would send. */
  headersOf: (given: AxiosHeaders) => Record<string, string>;
}

/** Sends an axios client's requests, as @ory/client makes them, over the portal's transport. Redirects are answers like any other. */
export function axiosAdapter({ transport, baseUrl, headersOf }: AdapterOptions): AxiosAdapter {
  return async (config) => {
    const body = config.data as string | undefined;
    const type = body === undefined ? undefined : config.headers.getContentType()?.toString();
    const { status, headers, text } = await transport.send({
      path: (config.url ?? '').slice(baseUrl.length),
      method: (config.method ?? 'get').toUpperCase(),
      headers: { ...headersOf(config.headers), ...(type !== undefined && { 'content-type': type }) },
      body,
      signal: config.signal as AbortSignal | undefined,
    });
    return { status, statusText: '', headers: headers as never, data: text, config };
  };
}
