import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LogLine } from '../../shared/console/lists.ts';
import { notFound } from '../http/errors.ts';
import { queryIn } from '../http/requestHead.ts';
import type { MakeOptions } from './carryOut.ts';
import { csvRow } from './csv.ts';
import { logFilterTexts, wantedLines } from './logFilters.ts';
import { notLogged } from './logAct.ts';
import { everyLine, namedLines } from './logLines.ts';
import type { MemberHandler } from './member.ts';

const timeOf = (at: number): string => new Date(at).toISOString();

/** What else is known of a line, as JSON; empty for nothing. */
function detailsOf({ about = {}, device, before, after, more = [] }: LogLine): string {
  const named = Object.fromEntries(more.map(({ name, value }) => [name, value]));
  const details = { ...about, from: undefined, ...(device && { device }), before, after, ...named };
  const text = JSON.stringify(details);
  return text === '{}' ? '' : text;
}

/** The columns of the table, with what each has of a line. */
const columns: Record<string, (line: LogLine) => string | undefined> = {
  time: ({ at }) => timeOf(at),
  id: ({ id }) => id,
  what: ({ kind, operation }) => kind ?? operation,
  person: ({ target }) => target,
  actor: ({ actor }) => actor,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
  address: ({ about }) => about?.from,
  request: ({ request }) => request,
  details: detailsOf,
};

/** How each format begins, and writes a line. */
const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: csvRow(Object.keys(columns)),
    write: (line: LogLine) => csvRow(Object.values(columns).map((cell) => cell(line))),
  },
  jsonl: {
    type: 'application/jsonl; charset=utf-8',
    head: '',
    write: ({ at, ...line }: LogLine) => `${JSON.stringify({ time: timeOf(at), ...line })}\n`,
  },
} as const;

const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name);

/** `GET /manage/log/{format}`: the lines that the page of the same filters has, all of them; that somebody has them is a line, too. */
export const exportLog =
  (needs: MakeOptions): MemberHandler =>
  async (request, response, member) => {
    const name = String(request.params.format);
    if (!isFormat(name)) throw notFound();
    const { type, head, write } = formats[name];
    const now = Date.now();
    const texts = logFilterTexts(queryIn(request.originalUrl), now);
    const { lines: wanted } = await namedLines(needs, wantedLines(texts));
    const lines = everyLine(needs, { ...wanted, until: Math.min(now, wanted.until ?? now) + 1 });
    // before the answer begins: the database may not answer
    let line = await lines.next();
    const after = { format: name, ...texts };
    const end = await needs.beginAct(member, request, { operation: 'exportLog', target: '', after });
    if (!end) throw notLogged();
    await end('made');
    async function* texted(): AsyncGenerator<string, void> {
      yield head;
      for (; line; line = await lines.next()) yield write(line);
    }
    const day = new Date(now).toISOString().slice(0, 10);
    response.type(type).set('Content-Disposition', `attachment; filename="log-${day}.${name}"`);
    await pipeline(Readable.from(texted(), { objectMode: false }), response).catch((error: unknown) => {
      // somebody who leaves is no failure
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  };
