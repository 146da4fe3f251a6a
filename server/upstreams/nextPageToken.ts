/**
 * Returns the token of the next page of a list, from its Link header (RFC 8288).
 *
 * @returns undefined on the last page
 */
export function nextPageToken(link: string | string[] | undefined): string | undefined {
  // without `<` inside of the URL: many of them would need quadratic time
  const [, url] = /<([^<>]+)>;\s*rel="next"/.exec([link ?? []].flat().join(',')) ?? [];
  return url === undefined
    ? undefined
    : (new URL(url, 'http://hydra').searchParams.get('page_token') ?? undefined);
}
