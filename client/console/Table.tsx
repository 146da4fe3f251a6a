import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classNames } from '../ui/classNames.ts';
import parts from './Console.module.css';
import styles from './Table.module.css';

/** A column of a table. */
export interface Column<Row> {
  /** The catalogue key of its head. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Whether it leaves first where there is little room. */
  isLess?: true;
}

/** A table whose rows become cards where there is no room; each cell names its column. */
export function Table<Row extends { id: string }>({
  name,
  columns,
  rows,
  isEven = false,
}: {
  /** What it lists: the catalogue key of its caption. */
  name: string;
  /** Whether its columns are of one width. */
  isEven?: boolean;
  columns: Column<Row>[];
  rows: readonly Row[];
}): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <table className={classNames(styles.table, isEven && styles.even)}>
      <caption className={parts.hidden}>
        <FormattedMessage id={name} />
      </caption>
      <thead>
        <tr>
          {columns.map(({ title, isLess }) => (
            <th key={title} scope="col" className={isLess && styles.less}>
              <FormattedMessage id={title} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title, cell, isLess }) => (
              <td key={title} data-label={formatMessage({ id: title })} className={isLess && styles.less}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
