import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { recorded, type RecordedProcess, type RunningRecord } from '../../provider/local/leftovers.ts';
import { processStart } from '../../provider/local/processStart.ts';
import { onPath } from '../../provider/local/onPath.ts';

const root = path.join(import.meta.dirname, '../..');
const fakeKratos = path.join(import.meta.dirname, 'fakeKratos.ts');
const pollInterval = 25;

/** The contents of a clone: the files of the repository that `npm start` needs, and what an installation and a build add. */
const sources = [
  'package.json',
  'package-lock.json',
  'scripts',
  'provider',
  'server',
  'client',
  'shared',
  'locales',
];
const installation = ['node_modules', 'dist'];

/** Where Node keeps the compiled code of all clones of a run, which have the same files: most of a start is compiling. */
const compiled = path.join(process.env.TEST_DIRECTORY ?? tmpdir(), 'compiled');

/** The version that the fake Kratos says. */
const fakeVersion = 'v0.0.1';

/** The ways in which the fake Kratos differs from one that works. */
export interface KratosFaults {
  /** Its version, if it is another one. */
  version?: string;
  /** Its error when it migrates the database. */
  migrate?: string;
  /** Whether it refuses to create identities. */
  identities?: boolean;
  /** Whether it exits once it is ready, from its second start on. */
  restarts?: boolean;
}

/** A running command, with its stdout and stderr. */
export class Run {
  readonly child: ChildProcess;
  output = '';
  readonly exitCode: Promise<number | null>;

  constructor(command: string, args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    // a group of its own, as a shell gives each job
    this.child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.exitCode = once(this.child, 'close').then(() => this.child.exitCode);
  }

  /** Its exit code, and its output's lines without npm's own. */
  async outcome(): Promise<{ code: number | null; said: string[] }> {
    const code = await this.exitCode;
    const said = this.output
      .split('\n')
      .filter((line) => line !== '' && !/^(?:> |npm (?:warn|error|notice) )/.test(line));
    return { code, said };
  }

  /** Sends a signal to the whole process group, as a terminal does. */
  signalGroup(name: NodeJS.Signals): void {
    if (this.child.pid === undefined) throw new Error('it did not start');
    process.kill(-this.child.pid, name);
  }

  /** Waits for output that matches. @throws Error with the output if the command exits first */
  async says(what: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = what.exec(this.output);
      if (found) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`it ended without ${String(what)}:\n${this.output}`);
      await pause(pollInterval);
    }
  }
}

/** A copy of this repository, like a fresh clone, with a fake Kratos on its PATH. */
export class Clone {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'portal-clone-'));
  private readonly programs = path.join(this.directory, '.programs');
  private readonly runs: Run[] = [];
  private readonly hasKratos: boolean;

  /** @param options whether its dependencies are installed, and a fake Kratos is on its PATH; both by default */
  constructor({ installed = true, kratos = true } = {}) {
    this.hasKratos = kratos;
    const copied = installed ? [...sources, 'dist'] : sources;
    execFileSync('cp', ['-R', ...copied, this.directory], { cwd: root });
    if (installed) symlinkSync(path.join(root, 'node_modules'), this.at('node_modules'));
    if (installed) writeFileSync(this.at('dist/.built'), '');
    mkdirSync(compiled, { recursive: true });
    this.prepare();
  }

  /** Puts what the commands need into the clone. */
  private prepare(): void {
    symlinkSync(compiled, this.at('.compiled'));
    mkdirSync(this.programs);
    for (const name of ['npm', 'sh', 'ps']) {
      const file = onPath(name);
      if (file) symlinkSync(file, path.join(this.programs, name));
    }
    symlinkSync(process.execPath, path.join(this.programs, 'node'));
    if (this.hasKratos) this.program('kratos', `exec ${process.execPath} ${fakeKratos} "$@"`);
    this.kratosFaults({});
  }

  at(name: string): string {
    return path.join(this.directory, name);
  }

  /** Puts a program on PATH. @param script its shell script */
  program(name: string, script: string): void {
    const file = path.join(this.programs, name);
    // may be a symlink: writing through it would overwrite the machine's own program
    rmSync(file, { force: true });
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  kratosFaults(faults: KratosFaults): void {
    writeFileSync(this.at('kratos-faults.json'), JSON.stringify({ version: fakeVersion, ...faults }));
  }

  /** `npm start` on a free port. @param environment more variables */
  start(environment: Record<string, string> = {}): Run {
    return this.run('npm', ['start'], environment);
  }

  /** @param command a program on this clone's PATH; no others are found */
  run(command: string, args: string[], environment: Record<string, string> = {}): Run {
    const run = new Run(path.join(this.programs, command), args, {
      cwd: this.directory,
      env: {
        PATH: this.programs,
        HOME: this.directory,
        PORT: '0',
        // portable: paths relative to this directory, which are the same in every clone
        NODE_COMPILE_CACHE: this.at('.compiled'),
        NODE_COMPILE_CACHE_PORTABLE: '1',
        ...environment,
      },
    });
    this.runs.push(run);
    return run;
  }

  /** The folder of the local provider's data. @param version of Kratos */
  data(version = fakeVersion): string {
    return this.at(`.cache/local/kratos-${version}`);
  }

  /** The fake Kratos' process. */
  kratos(): RecordedProcess {
    return recorded(Number(readFileSync(this.at('kratos-pid'), 'utf8')));
  }

  /** Waits for a Kratos other than the given one. */
  async anotherKratos(before: RecordedProcess): Promise<RecordedProcess> {
    for (;;) {
      const now = this.kratos();
      if (now.pid !== before.pid && now.start !== undefined) return now;
      await pause(pollInterval);
    }
  }

  /** Puts a fake Docker on PATH that runs Kratos as a local process and knows no other image. */
  containers(): void {
    const run = `while [ "$1" != version ] && [ "$1" != migrate ] && [ "$1" != serve ]; do shift; done; exec ${process.execPath} ${fakeKratos} "$@"`;
    const remove = `echo "$3" >> ${this.at('removed-containers')}`;
    const pull = 'case "$*" in *oryd/kratos*) ;; *) exit 1 ;; esac';
    this.program(
      'docker',
      `case "$1" in image | manifest | pull) ${pull} ;; run) ${run} ;; rm) ${remove} ;; esac`,
    );
  }

  removedContainers(): string[] {
    return readFileSync(this.at('removed-containers'), 'utf8').trim().split('\n');
  }

  /** The records of this clone's `npm start`: each process with its watchdog. */
  records(): RunningRecord[] {
    const directory = this.at('.cache/running');
    if (!existsSync(directory)) return [];
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(path.join(directory, name), 'utf8')) as RunningRecord);
  }

  /** Kills the processes that still run. Stops them all first, so that none can react to the end of another. */
  kill(processes: RecordedProcess[]): void {
    const running = processes.filter(({ pid, start }) => start !== undefined && processStart(pid) === start);
    for (const name of ['SIGSTOP', 'SIGKILL'] as const)
      for (const { pid } of running) signalIfThere(pid, name);
  }

  /** Waits until all of these have ended. */
  async ended(processes: RecordedProcess[]): Promise<void> {
    while (processes.some(({ pid, start }) => processStart(pid) === start)) await pause(pollInterval);
  }

  /** Ends every process that still runs. */
  private async endAll(): Promise<void> {
    for (const { child } of this.runs.splice(0))
      if (child.pid !== undefined) signalIfThere(-child.pid, 'SIGKILL');
    const left = this.records().flatMap(({ owner, processes }) => [owner, ...processes]);
    this.kill(left);
    await this.ended(left);
  }

  /** Ends every process that still runs, and removes everything that is not in a fresh clone. */
  async reset(): Promise<void> {
    await this.endAll();
    for (const name of readdirSync(this.directory))
      if (![...sources, ...installation].includes(name))
        rmSync(this.at(name), { recursive: true, force: true, maxRetries: 5 });
    this.prepare();
  }

  /** Ends every process that still runs, and removes the copy. */
  async remove(): Promise<void> {
    await this.endAll();
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended already
  }
}
