import axios, { type AxiosAdapter, type AxiosHeaders } from 'axios';
import type { Transport } from './transport.ts';

export interface AdapterOptions {
  transport: Transport;
  /** The base URL that the client was given, to strip from each call's URL. */
  baseUrl: string;
  /** Turns the headers that the client would send into those that the upstream gets. */
  headersOf: (clientHeaders: AxiosHeaders) => Record<string, string>;
}

/** Sends @ory/client's axios requests over the portal's transport. Redirects are not followed, but returned. */
export function axiosAdapter({ transport, baseUrl, headersOf }: AdapterOptions): AxiosAdapter {
  return async (config) => {
    const body = config.data as string | undefined;
    const contentType = body === undefined ? undefined : config.headers.getContentType()?.toString();
    const { status, headers, text } = await transport.send({
      path: axios.getUri(config).slice(baseUrl.length),
      method: (config.method ?? 'get').toUpperCase(),
      headers: {
        ...headersOf(config.headers),
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
      body,
      signal: config.signal as AbortSignal | undefined,
    });
    return { status, statusText: '', headers: headers as never, data: text, config };
  };
}
