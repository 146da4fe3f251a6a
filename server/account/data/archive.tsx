import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { makeZip } from 'client-zip';
import type { IntlShape } from 'react-intl';
import { PortalError } from '../../http/PortalError.ts';
import { ArchiveDocument, Rows, SectionTable } from './ArchiveDocument.tsx';
import {
  identityData,
  identitySection,
  sectionsOf,
  type Row,
  type Section,
  type Sources,
} from './sections.ts';
import { wordsIn } from './words.ts';

/** What an archive is made of, and for whom. */
export interface ArchiveOptions extends Sources {
  /** The reader's language. */
  intl: IntlShape;
  product: string;
  /** When it is made. */
  at: Date;
}

/** Reads a section's pages to its end, or to what an upstream cannot tell. @param onFailure called in that case */
async function* readablePages({ pages }: Section, onFailure: () => void): AsyncGenerator<Row[]> {
  try {
    for await (const rows of pages()) if (rows.length > 0) yield rows;
  } catch (problem) {
    if (!(problem instanceof PortalError)) throw problem;
    onFailure();
  }
}

/** Writes the archive for programs. No part is empty: that would end its file. */
async function* json({ product, at, ...sources }: ArchiveOptions): AsyncGenerator<string> {
  const head = { product, createdAt: at.toISOString(), identity: identityData(sources.identity) };
  yield JSON.stringify(head, undefined, 1).slice(0, -2);
  const couldNotBeRead: string[] = [];
  for (const section of sectionsOf(sources)) {
    yield `,\n "${section.name}": [`;
    let separator = '\n  ';
    for await (const rows of readablePages(section, () => couldNotBeRead.push(section.name))) {
      yield separator + rows.map(({ data }) => JSON.stringify(data)).join(',\n  ');
      separator = ',\n  ';
    }
    yield ']';
  }
  yield `,\n "couldNotBeRead": ${JSON.stringify(couldNotBeRead)}\n}\n`;
}

/** Stands where the content of a document or a table is written. */
const place = <template />;

/** Renders what is before and after that place: whatever a text says, it has no such element. */
const around = (content: ReactNode): string[] => renderToStaticMarkup(content).split('<template></template>');

/** Writes the archive for people. */
async function* html({ intl, product, at, ...sources }: ArchiveOptions): AsyncGenerator<string> {
  const words = wordsIn(intl);
  const say = (id: string): string => renderToStaticMarkup(<p>{intl.formatMessage({ id })}</p>);
  const [start = '', end = ''] = around(
    <ArchiveDocument intl={intl} product={product} data="data.json" at={at}>
      {place}
    </ArchiveDocument>,
  );
  yield `<!doctype html>${start}`;
  for (const section of [identitySection(sources), ...sectionsOf(sources)]) {
    yield renderToStaticMarkup(<h2>{intl.formatMessage({ id: section.title })}</h2>);
    const [open = '', close = ''] = around(
      <SectionTable columns={section.columns} intl={intl}>
        {place}
      </SectionTable>,
    );
    let [isOpen, hasFailed] = [false, false];
    for await (const rows of readablePages(section, () => (hasFailed = true))) {
      yield (isOpen ? '' : open) + renderToStaticMarkup(<Rows rows={rows} words={words} />);
      isOpen = true;
    }
    if (isOpen) yield close;
    if (hasFailed) yield say('archive.failed');
    else if (!isOpen) yield say('archive.none');
  }
  yield end;
}

/**
 * Writes what is kept about an identity to a zip archive, for programs and for people. Each page of a list is read once the
 * reader wants more, so that the memory that it takes does not depend on their length.
 */
export const archiveOf = (options: ArchiveOptions): ReadableStream<Uint8Array> =>
  makeZip([
    { name: 'data.json', lastModified: options.at, input: json(options) },
    { name: 'data.html', lastModified: options.at, input: html(options) },
  ]);
