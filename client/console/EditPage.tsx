import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  mostChanges,
  mostLevels,
  type ConsoleProps,
  type EditedField,
  type ShownChange,
} from '../../shared/console.ts';
import { FormToken } from '../shell/FormToken.tsx';
import { HiddenFields } from '../shell/HiddenFields.tsx';
import { classNames } from '../ui/classNames.ts';
import { RequiredMark } from '../ui/RequiredMark.tsx';
import { Panel } from './parts.tsx';
import styles from './Console.module.css';

type Props = ConsoleProps['edit'];

/** Edits somebody's traits, or invites somebody: as a form by the schema, or as JSON; shows what would change before it is saved. */
export function EditPage(props: Props): ReactNode {
  const { id, name, schema, schemas, clashes, changes, theirs } = props;
  const isNew = id === undefined;
  return (
    <>
      <header className={styles.head}>
        <div>
          <p className={styles.crumbs}>
            {isNew ? (
              <a href="/manage/people">
                <FormattedMessage id="console.nav.people" />
              </a>
            ) : (
              <a href={`/manage/people/${id}`}>{name}</a>
            )}
          </p>
          <h1>
            <FormattedMessage id={isNew ? 'console.invite.title' : 'console.edit.title'} values={{ name }} />
          </h1>
          <p>
            <FormattedMessage id={isNew ? 'console.invite.text' : 'console.edit.text'} />
          </p>
        </div>
      </header>
      <Problem {...props} />
      {theirs && (
        <Panel id="theirs" title="console.edit.theirs">
          <Difference changes={theirs} />
        </Panel>
      )}
      {isNew && schemas.length > 1 && <SchemaChoice schema={schema} schemas={schemas} />}
      {clashes?.length ? (
        <Clashes {...props} clashes={clashes} />
      ) : changes?.length ? (
        <Review {...props} changes={changes} />
      ) : (
        (!isNew || schema !== undefined) && <TraitForm {...props} />
      )}
    </>
  );
}

function Problem({ problem, detail = '', findUrl, clashes = [] }: Props): ReactNode {
  if (!problem) return undefined;
  return (
    <div className={styles.problem} role="alert" id="problem">
      <p>
        <FormattedMessage
          id={problem === 'log' ? 'console.problem.log' : `console.edit.${problem}`}
          values={{ clashes: clashes.length, changes: mostChanges, levels: mostLevels }}
        />
      </p>
      {detail !== '' && <p>{detail}</p>}
      {findUrl !== undefined && (
        <p>
          <a href={findUrl}>
            <FormattedMessage id="console.invite.find" />
          </a>
        </p>
      )}
    </div>
  );
}

/** Changes, each as what leaves and what comes. */
const Difference = ({ changes }: { changes: ShownChange[] }): ReactNode => (
  <ul className={classNames(styles.lines, styles.difference)}>
    {changes.map(({ path, before, after }) => (
      <li key={path}>
        <div>
          {before !== undefined && (
            <del>
              {path} {before}
            </del>
          )}
          {after !== undefined && (
            <ins>
              {path} {after}
            </ins>
          )}
        </div>
      </li>
    ))}
  </ul>
);

function SchemaChoice({ schema, schemas }: Pick<Props, 'schema' | 'schemas'>): ReactNode {
  return (
    <form className={classNames(styles.ask, styles.filters)} action="/manage/invite">
      <div className={styles.field}>
        <label htmlFor="schema">
          <FormattedMessage id="console.fact.schema" />
        </label>
        <select id="schema" name="schema" defaultValue={schema}>
          {schemas.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <button className={styles.button}>
        <FormattedMessage id="console.invite.choose" />
      </button>
    </form>
  );
}

/** What every form of traits carries. */
const Carried = ({ base, draft, schema, id }: Props): ReactNode => (
  <>
    <FormToken />
    <HiddenFields
      values={{
        base,
        draft: draft === base ? undefined : draft,
        schema: id === undefined ? schema : undefined,
      }}
    />
  </>
);

/** A button that sends the form as one of its steps. */
const Step = ({
  step,
  text,
  isPrimary = false,
  count,
}: {
  step?: string;
  text: string;
  isPrimary?: boolean;
  count?: number;
}): ReactNode => (
  <button
    className={isPrimary ? styles.primary : styles.button}
    {...(step !== undefined && { name: 'step', value: step })}
    formNoValidate={step === 'form' || step === 'json'}
  >
    <FormattedMessage id={text} values={{ count }} />
  </button>
);

const Cancel = ({ id }: Pick<Props, 'id'>): ReactNode => (
  <a className={styles.button} href={id === undefined ? '/manage/people' : `/manage/people/${id}`}>
    <FormattedMessage id="console.cancel" />
  </a>
);

/** The buttons that show the difference, and leave it again. */
const KeepEditing = ({ json }: Pick<Props, 'json'>): ReactNode => (
  <Step step={json === undefined ? 'form' : 'json'} text="console.edit.keep" />
);

/** Asks which value stays where two people have changed the same. */
function Clashes({ clashes, ...props }: Props & { clashes: ShownChange[] }): ReactNode {
  const choice = (path: string, keep: 'theirs' | 'mine', value: string | undefined): ReactNode => (
    <label className={styles.choice}>
      <input type="radio" name={`keep${path}`} value={keep} defaultChecked={keep === 'mine'} />
      <span>
        <FormattedMessage id={`console.edit.keep.${keep}`} /> {value !== undefined && <code>{value}</code>}
      </span>
    </label>
  );
  return (
    <form className={styles.ask} method="post">
      <Carried {...props} />
      <h2>
        <FormattedMessage id="console.edit.choose" />
      </h2>
      {clashes.map(({ path, before, after }) => (
        <fieldset key={path}>
          <legend>
            <code>{path}</code>
          </legend>
          {choice(path, 'theirs', before)}
          {choice(path, 'mine', after)}
        </fieldset>
      ))}
      <p className={styles.actions}>
        <Step text="console.edit.review" isPrimary />
        <KeepEditing {...props} />
        <Cancel {...props} />
      </p>
    </form>
  );
}

/** Shows what would change, and saves it. */
const Review = ({ changes, ...props }: Props & { changes: ShownChange[] }): ReactNode => (
  <Panel id="changes" title="console.edit.changes" count={changes.length}>
    <Difference changes={changes} />
    <form method="post">
      <Carried {...props} />
      <p className={styles.actions}>
        <Step step="save" text="console.edit.save" isPrimary count={changes.length} />
        <KeepEditing {...props} />
        <Cancel {...props} />
      </p>
    </form>
  </Panel>
);

/** The form itself: fields, or JSON. */
function TraitForm(props: Props): ReactNode {
  const { id, fields, json, problem, detail = '' } = props;
  const isJson = json !== undefined;
  return (
    <form className={styles.ask} method="post">
      <Carried {...props} />
      {isJson ? (
        <div className={styles.field}>
          <input type="hidden" name="as" value="json" />
          <label htmlFor="json">
            <FormattedMessage id="console.edit.traits" />
          </label>
          <textarea
            id="json"
            name="json"
            defaultValue={json}
            spellCheck={false}
            aria-invalid={problem === 'json' || undefined}
            aria-describedby={problem === 'json' ? 'problem' : undefined}
          />
        </div>
      ) : (
        fields.map((field) => (
          <TraitInput key={field.path} {...field} isWrong={detail.includes(`#/traits${field.path}]`)} />
        ))
      )}
      <p className={styles.actions}>
        {id === undefined ? (
          <>
            <Step step="mail" text="console.invite.mail" isPrimary />
            <Step step="show" text="console.invite.show" />
          </>
        ) : (
          <Step text="console.edit.review" isPrimary />
        )}
        {!isJson && <Step step="json" text="console.edit.asJson" />}
        {isJson && fields.length > 0 && <Step step="form" text="console.edit.asForm" />}
        <Cancel {...props} />
      </p>
    </form>
  );
}

/** The field of a trait. */
function TraitInput({
  path,
  title,
  type,
  value,
  isRequired,
  choices,
  isWrong,
}: EditedField & { isWrong: boolean }): ReactNode {
  const { messages, formatMessage } = useIntl();
  const key = `trait.${path.slice(1).replaceAll('/', '.')}`;
  const attributes = {
    id: `trait${path}`,
    name: path,
    defaultValue: value,
    required: isRequired,
    ...(isWrong && { 'aria-invalid': true, 'aria-describedby': 'problem' }),
  };
  const choice = (option: string, text: string): ReactNode => (
    <option key={option} value={option}>
      {text}
    </option>
  );
  return (
    <div className={styles.field}>
      <label htmlFor={attributes.id}>
        {key in messages ? <FormattedMessage id={key} /> : (title ?? path.slice(1))}
        {isRequired && (
          <>
            {' '}
            <RequiredMark />
          </>
        )}
      </label>
      {type === 'boolean' || choices ? (
        <select {...attributes}>
          {choice('', formatMessage({ id: 'console.edit.unset' }))}
          {choices
            ? choices.map((one) => choice(one, one))
            : ['true', 'false'].map((one) => choice(one, formatMessage({ id: `console.edit.${one}` })))}
        </select>
      ) : (
        <input {...attributes} type={type} {...(type === 'number' && { step: 'any' })} autoComplete="off" />
      )}
    </div>
  );
}
