import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Page, PageContext } from '../../shared/page.ts';
import { isUntouchedPage } from './untouchedPage.ts';
import {
  markers,
  splitAtMarkers,
  visitValues,
  withMarkers,
  type ValueName,
  type VisitValues,
} from './visitValues.ts';

/** Renders a page to HTML, in ASCII. */
type Render = (page: Page, context: PageContext, nonce: string) => string;

/** A rendered page as `splitAtMarkers` returns it. */
type Template = string[];

/** Returns ASCII text with one byte per character: a part of another text takes two, and so would every page with it. */
const inSingleBytes = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');

const sizeOf = (template: Template, key: string): number =>
  template.reduce((total, part) => total + part.length, key.length);

/** How many pages that are not in the cache are recognised at their next visit. */
const maxVisited = 2000;

function fill(template: Template, values: VisitValues): string {
  let html = '';
  let isText = true;
  for (const part of template) {
    html += isText ? part : values[part as ValueName];
    isText = !isText;
  }
  return html;
}

/**
 * Caches pages that any visitor may see, and fills in the values of each visit: the flow's id, times, token and challenges,
 * the portal's own token, and the nonce.
 *
 * The key is everything else that shapes the page, and what is cached is rendered from the key alone: a page can only contain
 * what is in the visit that it answers. A page is cached at its second visit, if filling it in yields the same as rendering it.
 *
 * @param maxBytes the size of the cache, in bytes; the pages used longest ago are dropped
 */
export function cachePages(render: Render, maxBytes: number): Render {
  const templates = new LRUCache<string, Template>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  /** Pages by their keys' hashes: whether they can be cached. */
  const visited = new LRUCache<string, boolean>({ max: maxVisited });

  /** Renders the page of a key; undefined if a component fails because of a marker. */
  function templateOf(key: string): Template | undefined {
    const [page, context] = JSON.parse(key) as [Page, PageContext];
    try {
      return splitAtMarkers(inSingleBytes(render(page, context, markers.nonce)));
    } catch {
      return undefined;
    }
  }

  /** Caches the page of a key, if filling it in yields the page as rendered. */
  function keep(key: string, values: VisitValues, rendered: string): boolean {
    const template = templateOf(key);
    if (!template) return false;
    const isSame = fill(template, values) === rendered;
    if (isSame) templates.set(key, template);
    return isSame;
  }

  return (page, context, nonce) => {
    if (!isUntouchedPage(page, context)) return render(page, context, nonce);
    const values = visitValues(page.props.flow, context, nonce);
    if (!values) return render(page, context, nonce);
    const key = withMarkers(page, context, values);
    const template = templates.get(key);
    if (template) return fill(template, values);
    const html = render(page, context, nonce);
    const name = hash('sha256', key, 'base64');
    const isCacheable = visited.get(name);
    if (isCacheable !== false) visited.set(name, isCacheable === undefined || keep(key, values, html));
    return html;
  };
}
