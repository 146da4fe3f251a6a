import { readFileSync } from 'node:fs';
import { SettingsError } from '../settings/config.ts';

/**
 * Prepares an SVG file for inlining into a mail, where nothing can be fetched.
 *
 * @param size in pixels
 * @param prefix for its ids, so that they do not clash with those of another image
 * @throws SettingsError when it is not an SVG, or is unsafe in a template
 */
export function inlineSvg(file: string, size: { width: number; height: number }, prefix: string): string {
  const problem = (reason: string): SettingsError =>
    new SettingsError([`BRAND_FILE: ${file} cannot be part of a mail: ${reason}`]);
  const content = readFileSync(file, 'utf8');
  const [, attributes = '', rest] =
    /<svg\b([^>]*)>(.*<\/svg>)/s.exec(content.replaceAll(/<!--.*?-->/gs, '')) ?? [];
  if (rest === undefined) throw problem('it has no svg element');
  const own = attributes.replaceAll(/\s(?:width|height|xmlns|aria-hidden)="[^"]*"/g, '');
  const svg = `<svg width="${size.width}" height="${size.height}"${own} aria-hidden="true">${rest}`;
  const named = svg.replaceAll(/\b(id="|href="#|url\(#)/g, `$1${prefix}-`);
  // checks the result: removing a comment or an attribute may join two braces
  if (named.includes('{{')) throw problem('it contains {{');
  return named;
}
