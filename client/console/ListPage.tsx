import type { ReactNode } from 'react';
import type { ListLinks } from '../../shared/console/lists.ts';
import { Filters, type Filter } from './Filters.tsx';
import { Empty, Head, Pager, Panel } from './parts.tsx';
import { type Column, Table } from './Table.tsx';

interface ListPageProps<Row> extends ListLinks {
  /** The page's name, which its texts and its address have. */
  name: string;
  /** What it lists. */
  text?: ReactNode;
  /** What can be done there. */
  action?: ReactNode;
  filters?: [Filter, ...Filter[]];
  /** Undefined if they could not be read. */
  rows: readonly Row[] | undefined;
  columns: Column<Row>[];
  /** The catalogue key of why there are none. */
  empty: string;
  /** What is said below the rows. */
  note?: ReactNode;
  children?: ReactNode;
}

/** A page that is a list: its filters, its rows, and the pages of it before and after. */
export function ListPage<Row extends { id: string }>({
  name,
  text,
  action,
  filters,
  rows,
  columns,
  empty,
  note,
  children,
  ...links
}: ListPageProps<Row>): ReactNode {
  const title = `console.nav.${name}`;
  return (
    <>
      <Head title={title} action={action}>
        {text}
      </Head>
      {filters && <Filters url={`/manage/${name}`} fields={filters} />}
      <Panel id={name} title={title} isWhole>
        {!rows && <Empty text="console.notRead" />}
        {rows?.length === 0 && <Empty text={empty} />}
        {rows && rows.length > 0 && <Table name={title} rows={rows} columns={columns} />}
        {note}
        <Pager {...links} />
      </Panel>
      {children}
    </>
  );
}
