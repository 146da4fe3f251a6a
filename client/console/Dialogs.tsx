import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { consoleDestinations } from '../../shared/console/acts.ts';
import parts from './Console.module.css';
import controls from './Controls.module.css';
import styles from './Dialogs.module.css';

/** The groups of the palette, in their order. */
const groups = ['people', 'acts', 'pages'] as const;

/** The keys of a single letter, and what they do. */
const keys: [keys: string[], text: string][] = [
  [['/'], 'search'],
  [['j', 'k'], 'row'],
  [['↵'], 'open'],
  [['e'], 'edit'],
  [['i'], 'invite'],
  [['['], 'prevPage'],
  [[']'], 'nextPage'],
  [['c'], 'copy'],
  [['y'], 'copyAddress'],
  [['?'], 'help'],
];

const Keys = ({ names }: { names: string[] }): ReactNode => (
  <td>
    {names.map((name) => (
      <kbd key={name}>{name}</kbd>
    ))}
  </td>
);

/** The palette and the table of the keys, which the console's script opens, and what it says and copies with. */
export function Dialogs(): ReactNode {
  const { formatMessage } = useIntl();
  const text = (id: string, values?: Record<string, string>): string =>
    formatMessage({ id: `console.${id}` }, values);
  return (
    <>
      <dialog
        id="palette"
        className={styles.palette}
        aria-label={text('palette.label')}
        data-all={text('palette.all', { query: '{query}' })}
      >
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={text('palette.label')}
          aria-expanded="true"
          aria-controls="results"
          aria-autocomplete="list"
        />
        <div id="results" role="listbox" aria-label={text('palette.results')}>
          {groups.map((name) => (
            <div key={name} role="group" aria-labelledby={`group-${name}`} data-group={name} hidden>
              <p id={`group-${name}`} role="presentation">
                <FormattedMessage id={`console.palette.${name}`} />
              </p>
            </div>
          ))}
          <div role="group" aria-label={text('palette.results')} data-group="all" hidden />
        </div>
      </dialog>
      <dialog id="keys" className={styles.palette} aria-labelledby="keys-title">
        <h2 id="keys-title">
          <FormattedMessage id="console.keys.title" />
        </h2>
        <table className={styles.keys}>
          <tbody>
            <tr>
              <Keys names={['Ctrl K', '⌘ K']} />
              <td>
                <FormattedMessage id="console.keys.find" />
              </td>
            </tr>
            {keys.map(([names, does]) => (
              <tr key={does}>
                <Keys names={names} />
                <td>
                  <FormattedMessage id={`console.keys.${does}`} />
                </td>
              </tr>
            ))}
            {consoleDestinations.map(({ name, key }) => (
              <tr key={name}>
                <Keys names={['g', key]} />
                <td>
                  <FormattedMessage id="console.keys.goTo" values={{ page: text(`nav.${name}`) }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <form className={controls.actions} method="dialog">
          <label className={controls.choice}>
            <input type="checkbox" id="keys-on" />
            <FormattedMessage id="console.keys.on" />
          </label>
          <button className={controls.button}>
            <FormattedMessage id="console.keys.close" />
          </button>
        </form>
      </dialog>
      <template id="copy">
        <button type="button" className={controls.act} data-copied={text('palette.copied')}>
          <FormattedMessage id="console.palette.copy" />
        </button>
      </template>
      <p id="said" role="status" className={parts.hidden} />
    </>
  );
}
