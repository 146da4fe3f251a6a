import { CookieJar } from 'jsdom';
import { ScriptlessPage } from './ScriptlessPage.ts';

interface Cookie {
  name: string;
  value: string;
  /** Where it is from; else `domain` and `path` say it. */
  url?: string;
  domain?: string;
  path?: string;
}

/** A browser profile without scripts, which needs no Chromium. */
export class ScriptlessContext {
  readonly #jar = new CookieJar();
  readonly #language: string;

  /** @param language what the browser asks for, as in `en-GB` */
  constructor(language: string) {
    this.#language = language;
  }

  newPage(): Promise<ScriptlessPage> {
    return Promise.resolve(new ScriptlessPage({ jar: this.#jar, language: this.#language }));
  }

  addCookies(cookies: readonly Cookie[]): Promise<void> {
    for (const { name, value, url, domain = '', path = '/' } of cookies)
      this.#jar.setCookieSync(`${name}=${value}; Path=${path}`, url ?? `http://${domain}${path}`);
    return Promise.resolve();
  }

  async cookies(): Promise<Cookie[]> {
    const cookies = await this.#jar.store.getAllCookies();
    return cookies.map(({ key, value, domain, path }) => ({
      name: key,
      value,
      domain: domain ?? '',
      path: path ?? '/',
    }));
  }

  /** Deletes the cookies of a name, or all. */
  async clearCookies({ name }: { name?: string | RegExp } = {}): Promise<void> {
    const isMeant = (key: string): boolean =>
      name === undefined || (typeof name === 'string' ? key === name : name.test(key));
    for (const { key, domain, path } of await this.#jar.store.getAllCookies())
      if (isMeant(key)) await this.#jar.store.removeCookie(domain ?? '', path ?? '/', key);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
