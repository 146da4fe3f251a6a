/** A page that is not the right one. Its message is the status, or tells what is missing. */
export class UnexpectedPage extends Error {}

/** A form, with what a browser without scripts would send. */
export interface Form {
  action: string;
  fields: URLSearchParams;
}

const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', '#x27': "'", '#39': "'" };

/** Resolves the entities that the portal's renderer writes. */
const decode = (text: string): string =>
  text.replace(/&([^;]+);/g, (entity, name: string) => entities[name] ?? entity);

/** The attributes of a tag by name; those without a value are empty. */
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(tag.matchAll(/\s([\w-]+)(?:=(["'])([^]*?)\2)?/g), ([, name = '', , value = '']) => [
      name,
      decode(value),
    ]),
  );

/** Whether a control is sent without being touched. */
const isSuccessful = ({ name, type = '', disabled, checked }: Record<string, string>): boolean =>
  name !== undefined &&
  disabled === undefined &&
  !['submit', 'button', 'image'].includes(type) &&
  (!['checkbox', 'radio'].includes(type) || checked !== undefined);

/**
 * Reads a form of a page by regular expressions: a parser would take more time than the portal takes to write the page.
 *
 * @param html a page of the portal
 * @param control the name of a control that only this form has
 * @throws UnexpectedPage if no form has it
 */
export function formWith(html: string, control: string): Form {
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((one) => one.includes(`name="${control}"`));
  if (form === undefined) throw new UnexpectedPage(`no form has “${control}”`);
  const fields = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input\s[^>]*>/g)) {
    const attributes = attributesOf(tag);
    if (isSuccessful(attributes)) fields.append(attributes.name ?? '', attributes.value ?? '');
  }
  for (const [, tag = '', options = ''] of form.matchAll(/(<select\s[^>]*>)([\s\S]*?)<\/select>/g)) {
    const selected = /<option[^>]*\sselected=[^>]*>/.exec(options)?.[0] ?? '';
    fields.append(attributesOf(tag).name ?? '', attributesOf(selected).value ?? '');
  }
  return { action: attributesOf(/<form[^>]*>/.exec(form)?.[0] ?? '').action ?? '', fields };
}
