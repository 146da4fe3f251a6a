import { groups, methods, type Group, type GroupWith } from './methods.ts';
import * as nodeName from './nodeName.ts';

type Added = GroupWith<'adds'>;
type Removed = GroupWith<'removes'>;
type Saved = GroupWith<'isSavedAsWhole'>;

/** A settings change: a method that was changed or added, with `Off` if removed, or any `other`. */
export type SettingsChange = Added | Saved | `${Removed}Off` | 'other';

const added = groups.filter((group): group is Added => 'adds' in methods[group]);
const removed = groups.filter((group): group is Removed => 'removes' in methods[group]);
const saved = groups.filter((group): group is Saved => 'isSavedAsWhole' in methods[group]);

const offOf = (group: Removed): SettingsChange => `${group}Off`;

/** All changes with their own text. */
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
 * Returns the change that a settings form asks for.
 *
 * @param valueOf returns a field's first non-empty value; undefined if it has none
 * @returns undefined for a form that changes nothing, such as one that shows the backup codes
 */
export function settingsChange(valueOf: (name: string) => unknown): SettingsChange | undefined {
  const off = removed.find((group) => Boolean(valueOf(methods[group].removes)));
  if (off) return offOf(off);
  const on = added.find((group) => Boolean(valueOf(methods[group].adds)));
  if (on) return on;
  if (groups.some((group) => showsOnly(group, valueOf))) return undefined;
  return saved.find((group) => group === valueOf(nodeName.method)) ?? 'other';
}

/** Returns the settings section that a change belongs to; undefined if unknown. */
export const sectionOfChange = (change: SettingsChange): string | undefined =>
  change === 'other' ? undefined : change.replace(/Off$/, '');

/** The URL fragment of the settings' message about the last change. */
export const doneAnchor = 'done';
