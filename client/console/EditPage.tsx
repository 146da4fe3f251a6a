import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { mostChanges, mostLevels, type ShownChange } from '../../shared/console/edit.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { HiddenFields } from '../shell/HiddenFields.tsx';
import { Head, Panel, PostForm, Value } from './parts.tsx';
import { Table } from './Table.tsx';
import { TraitInput, useTraitLabel } from './TraitInput.tsx';
import { focused } from './focused.ts';
import styles from './Console.module.css';
import controls from './Controls.module.css';
import notices from './Notice.module.css';
import difference from './Difference.module.css';

type Props = ConsoleProps['edit'];

/** Edits somebody's traits, or invites somebody: as a form by the schema, or as JSON; shows what would change before it is saved. */
export function EditPage(props: Props): ReactNode {
  const { id, name, schema, schemas, clashes, changes, theirs } = props;
  const isNew = id === undefined;
  return (
    <>
      <Head
        title={isNew ? 'console.invite.title' : 'console.edit.title'}
        name={name}
        back={
          isNew
            ? { url: '/manage/people', title: 'console.nav.people' }
            : { url: `/manage/people/${id}`, name }
        }
      >
        <FormattedMessage id={isNew ? 'console.invite.text' : 'console.edit.text'} />
      </Head>
      <Problem {...props} />
      {theirs && (
        <Panel id="theirs" title="console.edit.theirs" count={theirs.length}>
          <ChangeTable {...props} changes={theirs} />
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

/** Says what is wrong, with the way to each field. It has the focus. */
function Problem({ problem, detail = '', wrong = [], fields, json, clashes = [] }: Props): ReactNode {
  const labelOf = useTraitLabel(fields);
  if (!problem) return undefined;
  return (
    <div className={notices.problem} role="alert" id="problem" tabIndex={-1} {...focused()}>
      <p>
        <FormattedMessage
          id={problem === 'log' ? 'console.problem.log' : `console.edit.${problem}`}
          values={{ clashes: clashes.length, changes: mostChanges, levels: mostLevels }}
        />
      </p>
      {detail !== '' && (
        <p>
          <code>{detail}</code>
        </p>
      )}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(({ path, text, values, findUrl }) => (
            <li key={path}>
              {json === undefined && fields.some((field) => field.path === path) ? (
                <a href={`#trait${path}`}>{labelOf(path)}</a>
              ) : (
                labelOf(path)
              )}
              {': '}
              <FormattedMessage id={text} values={values} />{' '}
              {findUrl !== undefined && (
                <a href={findUrl}>
                  <FormattedMessage id="console.invite.find" />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A value of JSON as people read it: a text without quotes. */
function JsonValue({ json }: { json: string | undefined }): ReactNode {
  if (json === undefined)
    return (
      <span className={styles.soft}>
        <FormattedMessage id="console.edit.unset" />
      </span>
    );
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? <Value text={json} /> : <code>{json}</code>;
}

/** Changes, each as what leaves and what comes. */
function ChangeTable({ changes, fields }: Pick<Props, 'fields'> & { changes: ShownChange[] }): ReactNode {
  const labelOf = useTraitLabel(fields);
  return (
    <div className={difference.difference}>
      <Table
        isEven
        name="console.edit.changes"
        rows={changes.map((change) => ({ ...change, id: change.path }))}
        columns={[
          { title: 'console.column.trait', cell: ({ path }) => <b>{labelOf(path)}</b> },
          {
            title: 'console.column.before',
            cell: ({ before }) => (
              <del>
                <JsonValue json={before} />
              </del>
            ),
          },
          {
            title: 'console.column.after',
            cell: ({ after }) => (
              <ins>
                <JsonValue json={after} />
              </ins>
            ),
          },
        ]}
      />
    </div>
  );
}

const SchemaChoice = ({ schema, schemas }: Pick<Props, 'schema' | 'schemas'>): ReactNode => (
  <form className={styles.ask} action="/manage/invite">
    <div className={controls.field}>
      <label htmlFor="schema">
        <FormattedMessage id="console.fact.schema" />
      </label>
      <select id="schema" name="schema" defaultValue={schema}>
        {schemas.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </div>
    <button className={controls.button}>
      <FormattedMessage id="console.invite.choose" />
    </button>
  </form>
);

/** What every form of traits carries. */
const Carried = ({ base, draft, schema, id }: Props): ReactNode => (
  <HiddenFields
    values={{
      base,
      draft: draft === base ? undefined : draft,
      schema: id === undefined ? schema : undefined,
    }}
  />
);

/** A button that sends the form as one of its steps; without one, as its next. */
const Step = ({
  step,
  text,
  className = controls.button,
  count,
}: {
  step?: string;
  text: string;
  className?: string | undefined;
  count?: number;
}): ReactNode => (
  <button
    className={className}
    {...(step !== undefined && { name: 'step', value: step })}
    formNoValidate={step === 'form' || step === 'json'}
  >
    <FormattedMessage id={text} values={{ count }} />
  </button>
);

const Cancel = ({ id }: Pick<Props, 'id'>): ReactNode => (
  <a className={controls.button} href={id === undefined ? '/manage/people' : `/manage/people/${id}`}>
    <FormattedMessage id="console.cancel" />
  </a>
);

/** The buttons that show the difference, and leave it again. */
const KeepEditing = ({ json }: Pick<Props, 'json'>): ReactNode => (
  <Step step={json === undefined ? 'form' : 'json'} text="console.edit.keep" />
);

/** Asks which value stays where two people have changed the same. */
function Clashes({ clashes, ...props }: Props & { clashes: ShownChange[] }): ReactNode {
  const labelOf = useTraitLabel(props.fields);
  const choice = (path: string, keep: 'theirs' | 'mine', value: string | undefined): ReactNode => (
    <label className={controls.choice}>
      <input type="radio" name={`keep${path}`} value={keep} defaultChecked={keep === 'mine'} />
      <span>
        <span className={styles.hidden}>
          {labelOf(path)}, <FormattedMessage id={`console.edit.keep.${keep}`} />
        </span>{' '}
        <JsonValue json={value} />
      </span>
    </label>
  );
  return (
    <Panel id="clashes" title="console.edit.choose" count={clashes.length}>
      <PostForm className={styles.whole}>
        <Carried {...props} />
        <Table
          isEven
          name="console.edit.choose"
          rows={clashes.map((clash) => ({ ...clash, id: clash.path }))}
          columns={[
            { title: 'console.column.trait', cell: ({ path }) => <b>{labelOf(path)}</b> },
            {
              title: 'console.edit.keep.theirs',
              cell: ({ path, before }) => choice(path, 'theirs', before),
            },
            { title: 'console.edit.keep.mine', cell: ({ path, after }) => choice(path, 'mine', after) },
          ]}
        />
        <p className={controls.actions}>
          <Step text="console.edit.review" className={controls.primary} />
          <KeepEditing {...props} />
          <Cancel {...props} />
        </p>
      </PostForm>
    </Panel>
  );
}

/** Shows what would change, and saves it. */
const Review = ({ changes, ...props }: Props & { changes: ShownChange[] }): ReactNode => (
  <Panel id="changes" title="console.edit.changes" count={changes.length}>
    <ChangeTable {...props} changes={changes} />
    <PostForm>
      <Carried {...props} />
      <p className={controls.actions}>
        <Step step="save" text="console.edit.save" className={controls.primary} count={changes.length} />
        <KeepEditing {...props} />
        <Cancel {...props} />
      </p>
    </PostForm>
  </Panel>
);

/** How somebody who is invited gets in. */
const WayIn = ({ isShown }: { isShown: boolean }): ReactNode => (
  <fieldset className={controls.ways}>
    <legend>
      <FormattedMessage id="console.invite.how" />
    </legend>
    {(['mail', 'show'] as const).map((how) => (
      <div key={how}>
        <label className={controls.choice}>
          <input
            type="radio"
            name="how"
            value={how}
            defaultChecked={(how === 'show') === isShown}
            aria-describedby={`how-${how}`}
          />
          <FormattedMessage id={`console.invite.${how}`} />
        </label>
        <p id={`how-${how}`} className={styles.soft}>
          <FormattedMessage id={`console.invite.${how}.text`} />
        </p>
      </div>
    ))}
  </fieldset>
);

/** The form itself: fields, or JSON. */
function TraitForm(props: Props): ReactNode {
  const { id, fields, json, problem, wrong = [], how } = props;
  const isJson = json !== undefined;
  return (
    <PostForm className={styles.ask}>
      <Carried {...props} />
      {isJson ? (
        <div className={controls.field}>
          <input type="hidden" name="as" value="json" />
          <label htmlFor="json">
            <FormattedMessage id="console.edit.traits" />
          </label>
          <textarea
            id="json"
            name="json"
            defaultValue={json}
            spellCheck={false}
            {...((problem === 'json' || wrong.length > 0) && {
              'aria-invalid': true,
              'aria-describedby': 'problem',
            })}
          />
        </div>
      ) : (
        <div className={controls.fields}>
          {fields.map((field) => (
            <TraitInput
              key={field.path}
              {...field}
              isNew={id === undefined}
              wrong={wrong.find(({ path }) => path === field.path)}
            />
          ))}
        </div>
      )}
      {id === undefined && <WayIn isShown={how === 'show'} />}
      <p className={controls.actions}>
        <Step
          text={id === undefined ? 'console.invite.create' : 'console.edit.review'}
          className={controls.primary}
        />
        <Cancel {...props} />
        {!isJson && <Step step="json" text="console.edit.asJson" className={controls.act} />}
        {isJson && fields.length > 0 && (
          <Step step="form" text="console.edit.asForm" className={controls.act} />
        )}
      </p>
    </PostForm>
  );
}
