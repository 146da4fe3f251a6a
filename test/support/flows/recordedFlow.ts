import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow, FlowKind, FlowOf } from '../../../shared/page.ts';

/** A flow of any kind: the test that names the file knows its kind. */
type RecordedFlow = FlowOf['login'] &
  FlowOf['registration'] &
  FlowOf['recovery'] &
  FlowOf['verification'] &
  FlowOf['settings'];

const kinds: Record<string, FlowKind> = {
  login: 'login',
  identifier: 'login',
  registration: 'registration',
  recovery: 'recovery',
  verification: 'verification',
  settings: 'settings',
};

/**
 * A flow as Kratos 1.3.1 sent it, or 26.2 if 1.3.1 cannot create it, with the portal's origin, and without real
 * addresses and tokens.
 *
 * @param name the name of a file beside this one, without `.json`
 */
export const recordedFlow = (name: string): RecordedFlow =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `${name}.json`), 'utf8')) as RecordedFlow;

/** All recorded flows but those in `reduced`, whose pages leave nodes out. */
export const recordedFlows: { name: string; kind: FlowKind; flow: Flow }[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const name = path.basename(file, '.json');
    return { name, kind: kinds[name.split('-', 1)[0] ?? ''] ?? 'login', flow: recordedFlow(name) };
  });
