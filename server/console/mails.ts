import { mailStates, type ConsoleProps, type ListedMail, type MailTrouble } from '../../shared/console.ts';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { roleToActOn } from '../admin/consoleRoles.ts';
import { malformedRequest } from '../http/errors.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import { pageUrl } from '../urls/paths.ts';
import type { MakeOptions } from './carryOut.ts';
import { mailRecoveryCode, mailVerification } from './acts.ts';
import { makeListAct } from './listAct.ts';
import { orNone } from './lookUps.ts';
import type { ConsoleLoader, ConsoleNeeds, FormHandler } from './needs.ts';
import { listedMail } from './person.ts';

/** The trouble that a mail server's answer tells of, the first that fits. */
const troubles: [MailTrouble, RegExp][] = [
  ['credentials', /\b53[045]\b|authenticat|credentials/i],
  ['sender', /\b5\.7\.(?:1|2[0-9])\b|sender|relay|spf|dmarc|dkim/i],
  ['recipient', /\b55[013]\b|\b5\.1\.\d\b|no such user|user unknown|mailbox|recipient/i],
  ['later', /\b4\d\d\b|\b4\.\d\.\d\b|greylist|try again|temporar/i],
  ['unreachable', /dial|refused|no such host|timeout|timed out|unreachable|\beof\b|tls|certificate/i],
];

/** Returns what kind of trouble keeps a mail from its recipient, by what Kratos has kept of the mail server's answer. */
export const troubleOf = (error: string): MailTrouble =>
  troubles.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other';

/** Which flow mails a new code in place of a mail. */
const flowOf = (template: string | null | undefined): 'recovery' | 'verification' | undefined =>
  (['recovery', 'verification'] as const).find((kind) => template === `${kind}_code_valid`);

const stateIn = (text: string | null) => mailStates.find((state) => state === text);

/** `GET /manage/mails`: the mails that Kratos has sent or will send, without what they say: that has codes. */
export const mails =
  ({ provider: { courier } }: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const [status, given] = [stateIn(query.get('status')), query.get('recipient')?.trim()];
    const [recipient, after] = [given === '' ? undefined : given, query.get('after') ?? undefined];
    const page = await orNone(courier?.page({ status, recipient, after }));
    const listed = await fewAtATime(page?.messages ?? [], async (message): Promise<ListedMail> => {
      const mail: ListedMail = {
        ...listedMail(message),
        ...(message.id && flowOf(message.template_type) && { isRepeatable: true }),
      };
      if (mail.status !== 'abandoned' || mail.id === undefined) return mail;
      const error = await orNone(courier?.whyAbandoned(mail.id));
      return { ...mail, ...(error !== undefined && { error, trouble: troubleOf(error) }) };
    });
    const urlOf = (next?: string): string => pageUrl('/manage/mails', { status, recipient, after: next });
    const props: ConsoleProps['mails'] = {
      ...(status && { status }),
      ...(recipient !== undefined && { recipient }),
      ...(page && { mails: listed }),
      ...(page?.next !== undefined && { nextUrl: urlOf(page.next) }),
      ...(after !== undefined && { firstUrl: urlOf() }),
    };
    return { page: { name: 'mails', props } };
  };

/** `POST /manage/mails`: mails a new code to the recipient of a mail, which `id` names. */
export const postMail =
  (needs: MakeOptions): FormHandler =>
  async (request, member) => {
    const { identities, provider } = needs;
    const id = textIn(fieldsOf(request.body).id) ?? '';
    const message = await provider.courier?.message(id);
    const [kind, recipient] = [flowOf(message?.template_type), message?.recipient ?? undefined];
    if (!kind || recipient === undefined) throw malformedRequest();
    // whose history tells of it
    const [owner] = (await orNone(identities.signingInWith(recipient))) ?? [];
    const deed = {
      operation: 'resendMail',
      role: owner ? await roleToActOn(owner, 'help', needs) : 'help',
      target: owner?.id ?? '',
      limit: 'help mail',
      make: async () => {
        if (kind === 'verification') await mailVerification(needs, recipient);
        else if (owner) await mailRecoveryCode(needs, owner);
        else throw malformedRequest();
        return { after: { mail: id, kind } };
      },
    } as const;
    return makeListAct(
      request,
      member,
      deed,
      { backUrl: pageUrl('/manage/mails', { recipient }), name: recipient },
      needs,
    );
  };
