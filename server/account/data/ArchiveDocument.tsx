import type { ReactElement, ReactNode } from 'react';
import type { IntlShape } from 'react-intl';
import type { Row, Section } from './sections.ts';
import type { Words } from './words.ts';

const styles = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; font: 1rem/1.5 'Open Sans', system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.25; }
h2 { margin-block: 2rem 0.5rem; font-size: 1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { min-width: 5.5rem; padding: 0.5rem; border-block-end: 1px solid #8888; text-align: start; vertical-align: top; }
td:nth-child(2):last-child { width: 60%; }
td { unicode-bidi: plaintext; }
tr { break-inside: avoid; }
@media screen and (max-width: 40rem) { table { display: block; overflow-x: auto; } td:not(:last-child) { overflow-wrap: break-word; } }
@media print { body { max-width: none; padding: 0; } }
`;

interface ArchiveDocumentProps {
  intl: IntlShape;
  product: string;
  /** The file with the same for programs. */
  data: string;
  /** When it is made. */
  at: Date;
  children: ReactNode;
}

/** The archive as a document to read or print: it needs no other file, and has no scripts. */
export function ArchiveDocument({ intl, product, data, at, children }: ArchiveDocumentProps): ReactElement {
  const title = intl.formatMessage({ id: 'archive.title' }, { product });
  const date = intl.formatDate(at, { dateStyle: 'long', timeStyle: 'long' });
  return (
    <html lang={intl.locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          <p>{intl.formatMessage({ id: 'archive.lead' }, { date, file: data })}</p>
          {children}
        </main>
      </body>
    </html>
  );
}

/** A section as a table. */
export const SectionTable = ({
  columns,
  intl,
  children,
}: Pick<Section, 'columns'> & Pick<ArchiveDocumentProps, 'intl' | 'children'>): ReactNode => (
  <table>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {intl.formatMessage({ id: `archive.column.${column}` })}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** Rows of such a table. */
export const Rows = ({ rows, words }: { rows: readonly Row[]; words: Words }): ReactNode =>
  rows.map(({ cells }, at) => (
    <tr key={at}>
      {cells(words).map((cell, column) => (
        <td key={column}>{cell}</td>
      ))}
    </tr>
  ));
