import { groups, methods, type Group, type GroupWith } from './methods.ts';
import * as nodeName from './nodeName.ts';

type Added = GroupWith<'adds'>;
type Removed = GroupWith<'removes'>;
type Saved = GroupWith<'isSavedAsWhole'>;

/**
 * A change of the settings that the page confirms in words of its own: a method that was changed, set up or added, by its
 * name, or one that was turned off or removed, with `Off`. `other` is any other change.
 */
export type SettingsChange = Added | Saved | `${Removed}Off` | 'other';

const added = groups.filter((group): group is Added => 'adds' in methods[group]);
const removed = groups.filter((group): group is Removed => 'removes' in methods[group]);
const saved = groups.filter((group): group is Saved => 'isSavedAsWhole' in methods[group]);

const offOf = (group: Removed): SettingsChange => `${group}Off`;

/** All changes that have words of their own. */
export const settingsChanges: readonly SettingsChange[] = [
  ...saved,
  ...added,
  ...removed.map(offOf),
  'other',
];

const showsOnly = (group: Group, valueOf: (name: string) => unknown): boolean => {
  const row = methods[group];
  return 'shows' in row && row.shows.some((name) => Boolean(valueOf(name)));
};

/**
 * The change that a form of the settings asks for.
 *
 * @param valueOf the first value of a field that is not empty; undefined if it has none
 * @returns undefined if it changes nothing, such as one that shows the backup codes
 */
export function settingsChange(valueOf: (name: string) => unknown): SettingsChange | undefined {
  const off = removed.find((group) => Boolean(valueOf(methods[group].removes)));
  if (off) return offOf(off);
  const on = added.find((group) => Boolean(valueOf(methods[group].adds)));
  if (on) return on;
  if (groups.some((group) => showsOnly(group, valueOf))) return undefined;
  return saved.find((group) => group === valueOf(nodeName.method)) ?? 'other';
}

/** The settings section that a change belongs to; undefined if that is not known. */
export const sectionOfChange = (change: SettingsChange): string | undefined =>
  change === 'other' ? undefined : change.replace(/Off$/, '');

/** The fragment of the settings' URL that leads to the message about what was done last. */
export const doneAnchor = 'done';
