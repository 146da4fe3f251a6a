import type { WrongField } from '../../shared/console/edit.ts';
import { pointerTo } from '../../shared/jsonPointer.ts';

/** The text about a value that breaks a rule of the schema, by the rule's keyword (JSON Schema, draft 7). */
const texts: Partial<Record<string, string>> = {
  required: 'provider.4000002',
  minLength: 'provider.4000003',
  maxLength: 'provider.4000017',
  additionalProperties: 'provider.4000030',
  const: 'provider.4000030',
  enum: 'provider.4000030',
};
const formats: Partial<Record<string, string>> = { email: 'provider.4000040', tel: 'provider.4000041' };
const otherwise = 'provider.4000004';

/** A line of Kratos' refusal: the place of the value, the rule, and what it says. */
const line = /I\[#\/traits([^\]]*)\] S\[[^\]]*?([^/\]]*)\] (.*)/g;

/** Returns the names that Kratos quotes. */
const quoted = (text: string): string[] => Array.from(text.matchAll(/"([^"]*)"/g), ([, name = '']) => name);

/**
 * Reads which traits Kratos refuses, and why, from the text that it gives administrators: it has no message ids.
 *
 * @returns one for each place, with a text of the catalogue; none if the text says something else
 */
export function wrongFields(refusal: string): WrongField[] {
  const found = Array.from(refusal.matchAll(line)).flatMap(
    ([, path = '', rule = '', says = '']): WrongField[] => {
      if (says === 'validation failed') return [];
      if (rule === 'required' || rule === 'additionalProperties')
        return quoted(says).map((property) => ({
          path: pointerTo(path, property),
          text: texts[rule] ?? otherwise,
          values: { property },
        }));
      const [bound = '', actual = ''] = says.match(/\d+/g) ?? [];
      const format = rule === 'format' ? formats[quoted(says).at(-1) ?? ''] : undefined;
      const lengths = { min_length: bound, max_length: bound, actual_length: actual };
      return [{ path, text: format ?? texts[rule] ?? otherwise, values: lengths }];
    },
  );
  return [...new Map(found.toReversed().map((one) => [one.path, one])).values()].toReversed();
}
