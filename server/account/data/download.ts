import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { Session } from '@ory/client';
import { notConfigured } from '../../http/errors.ts';
import { requestLanguage, requestRegion } from '../../render/locale.ts';
import type { Texts } from '../../render/texts.ts';
import type { Settings } from '../../settings/config.ts';
import { clientOf, type Recorder } from '../../store/recorder.ts';
import { profileLanguage } from '../../upstreams/session.ts';
import { upstreamFailed } from '../../upstreams/upstreamErrors.ts';
import { archiveOf } from './archive.tsx';
import type { Sources } from './sections.ts';

/** What a download needs. */
export interface DownloadOptions extends Omit<Sources, 'identity'> {
  settings: Settings;
  texts: Texts;
  record: Recorder | undefined;
}

/** Returns the archive's name, such as `stethoscope-data-2026-11-28.zip`, in letters that every system accepts. */
export function archiveName(product: string, at: Date): string {
  const plain = product
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/gi, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'account'}-data-${at.toISOString().slice(0, 10)}.zip`.toLowerCase();
}

/** Returns the formatter for the language of the user's pages. */
function formatterFor(request: Request, session: Session, { settings, texts }: DownloadOptions) {
  const { PORTAL_URL: portalUrl, DEFAULT_LOCALE: fallback } = settings;
  const { locale } = requestLanguage(request, { portalUrl, profile: profileLanguage(session), fallback });
  return texts.formatter(locale, requestRegion(request, locale));
}

/**
 * `POST /data/download`: an archive of what is kept about the signed-in user, written while it is read.
 *
 * @throws PortalError while Kratos does not tell who the user is
 */
export const download =
  (options: DownloadOptions) =>
  async (request: Request, response: Response, session: Session): Promise<void> => {
    const { settings, provider, store, record } = options;
    if (!provider.identities) throw notConfigured('KRATOS_ADMIN_URL');
    if (!session.identity) throw upstreamFailed();
    const identity = await provider.identities.get(session.identity.id);
    const [product, at] = [settings.PRODUCT_NAME, new Date()];
    const intl = formatterFor(request, session, options);
    await record?.(clientOf(request), { identity: identity.id, kind: 'dataDownloaded' });
    response.attachment(archiveName(product, at));
    const archive = archiveOf({ identity, provider, store, intl, product, at });
    await pipeline(archive, response).catch((problem: unknown) => {
      // somebody who cancels the download is no failure
      if ((problem as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw problem;
    });
  };
