import { defaultLocale, languageTag, locales, supportedLocale } from '../../shared/messages/locales.ts';
import { textOf } from './catalogue.ts';
import { goExpression, goString } from './goExpression.ts';
import { mailHtml, mailText, type MailContent, type Place } from '../../shared/mail/layout.ts';
import type { Mails } from './mails.ts';
import { mailKinds, type MailKind } from './mailKinds.ts';

/** The names of languages in an identity's trait and in the transient payload. */
const names = [...locales, 'sv'];

/**
 * Sets `$language`: the language of the identity or the sign-up, otherwise of the page where the mail was requested,
 * otherwise the default. The page's language is in the transient payload of each form, and in the URL that began a
 * recovery: Kratos loses the payload of a recovery by link, as it reads the flow again before it sends the mail. The
 * model is read as JSON, because its fields differ between versions of Kratos, and a template that names a missing
 * one sends no mail.
 */
const language = `
{{- $mail := . | toJson | fromJson -}}
{{- $wishes := list -}}
{{- with $mail.identity }}{{ with .traits }}{{ with .locale }}{{ $wishes = append $wishes . }}{{ end }}{{ end }}{{ end -}}
{{- with $mail.traits }}{{ with .locale }}{{ $wishes = append $wishes . }}{{ end }}{{ end -}}
{{- with $mail.transient_payload }}{{ with .locale }}{{ $wishes = append $wishes . }}{{ end }}{{ end -}}
{{- with $mail.request_url }}{{ $wishes = append $wishes (regexFind "[?&]locale=[a-z]+" . | regexFind "[a-z]+$") }}{{ end -}}
{{- $names := dict ${names.map((name) => `${goString(name)} ${goString(supportedLocale(name) ?? '')}`).join(' ')} -}}
{{- $language := "" -}}
{{- range $wishes }}{{ if not $language }}{{ $language = get $names (toString . | lower | regexFind "^[a-z]+") }}{{ end }}{{ end -}}
{{- $minutes := "" }}{{ with $mail.expires_in_minutes }}{{ $minutes = toString . }}{{ end -}}
`;

const variable = (place: string): string => `$${place}`;
const action = (expression: string): string => `{{ ${expression} }}`;

/** Returns the assignments of the texts in the mail's language. */
function inLanguage(places: Place[], kind: MailKind, { brand, texts: catalogues }: Mails): string {
  const argument = (name: string): string => (name === 'product' ? goString(brand.product) : variable(name));
  const branch = (locale: (typeof locales)[number]): string => {
    const tag = languageTag(locale);
    const texts = catalogues[locale];
    const expression = (place: Place | 'once'): string =>
      goExpression(textOf(texts, kind.texts[place] ?? ''), tag, argument);
    const assignments = places.map((place) =>
      place === 'lifetime'
        ? `{{- $lifetime = ${expression('once')} }}{{ if $minutes }}{{ $lifetime = ${expression(place)} }}{{ end -}}`
        : `{{- ${variable(place)} = ${expression(place)} -}}`,
    );
    return [`{{- $lang = ${goString(tag)} -}}`, ...assignments].join('\n');
  };
  const others = locales.filter((locale) => locale !== defaultLocale);
  return [
    ...['lang', ...places].map((place) => `{{- ${variable(place)} := "" -}}`),
    ...others.map(
      (locale, index) =>
        `{{- ${index ? 'else ' : ''}if eq $language ${goString(locale)} -}}\n${branch(locale)}`,
    ),
    `{{- else -}}\n${branch(defaultLocale)}\n{{- end -}}`,
  ].join('\n');
}

const note = '{{- /* Written by “npm run mails” from locales/ and provider/mails/. */ -}}';

/**
 * Returns a template: its variables, then its content.
 *
 * @param secrets the names of the code and the link in Kratos' model, if the content shows them
 */
const template = (
  places: Place[],
  kind: MailKind,
  mails: Mails,
  content: string,
  secrets: Pick<MailKind, 'code' | 'link'> = {},
): string =>
  [
    note,
    language.trim(),
    ...(secrets.code ? [`{{- $code := toString $mail.${secrets.code} -}}`] : []),
    ...(secrets.link ? [`{{- $link := toString $mail.${secrets.link} -}}`] : []),
    inLanguage(places, kind, mails),
    content,
  ].join('\n');

/**
 * Returns Kratos' templates for every mail: subject, HTML and plain text, in all languages.
 *
 * Nothing that a stranger typed gets into a mail, neither a trait nor the address nor the transient payload: the payload
 * and the trait only choose among the languages, and codes, links and minutes are Kratos' own.
 *
 * @returns contents by path below `courier.template_override_path`
 */
export function mailTemplates(mails: Mails): Map<string, string> {
  const { brand } = mails;
  const files = mailKinds.flatMap((kind): [string, string][] => {
    const places = (Object.keys(kind.texts) as (Place | 'once')[]).filter(
      (place) => place !== 'subject' && place !== 'once',
    );
    const content: MailContent = {
      lang: action('$lang'),
      product: action(goString(brand.product)),
      ...(kind.code && { code: action('$code') }),
      link: action('$link'),
      texts: Object.fromEntries(places.map((place) => [place, action(variable(place))])),
    };
    return [
      // without code and link: Kratos logs the subject of a mail that it cannot send
      ['subject', template(['subject'], kind, mails, action('$subject'))],
      ['body', template(places, kind, mails, mailHtml(content, brand), kind)],
      ['body.plaintext', template(places, kind, mails, mailText(content), kind)],
    ].map(([part = '', file = '']) => [`${kind.folder}/email.${part}.gotmpl`, file]);
  });
  return new Map(files);
}
