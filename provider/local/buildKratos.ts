import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { progress, type Progress } from './progress.mjs';
import { describeExit, outputOf } from './keptProcess.ts';
import { onPath } from './onPath.ts';

const root = path.join(import.meta.dirname, '../..');
const moduleDirectory = path.join(root, 'provider/kratos');
const target = 'github.com/ory/kratos';
/** Build tags: Kratos with its SQLite driver, which needs cgo. */
const tags = ['-tags', 'sqlite'];

/** Returns the version of the pinned Kratos: a Kratos built from its module does not report one. */
export function pinnedVersion(): string | undefined {
  const pins = readFileSync(path.join(moduleDirectory, 'go.mod'), 'utf8');
  return /^\s*github\.com\/ory\/kratos (\S+)/m.exec(pins)?.[1];
}

function cachedFile(): string {
  const pins = ['go.mod', 'go.sum'].map((name) => readFileSync(path.join(moduleDirectory, name)));
  const key = createHash('sha256').update(Buffer.concat(pins)).digest('hex').slice(0, 16);
  return path.join(root, '.cache/kratos', key, process.platform === 'win32' ? 'kratos.exe' : 'kratos');
}

/** Runs `go` and calls back with each line of its stderr. @throws Error with its last lines */
async function go(args: string[], onLine: (line: string) => void): Promise<string> {
  const last: string[] = [];
  const { code, output } = await outputOf(['go', ...args], {
    cwd: moduleDirectory,
    env: { ...process.env, CGO_ENABLED: '1' },
    onLine(line) {
      last.push(line);
      if (last.length > 20) last.shift();
      onLine(line);
    },
  });
  if (code === 0) return output;
  throw new Error(`go ${args[0] ?? ''} ended with ${describeExit(code)}:\n${last.join('\n')}`);
}

async function compile(file: string, step: Progress): Promise<void> {
  let modules = 0;
  const packages = await go(['list', ...tags, '-deps', target], (line) => {
    if (line.startsWith('go: downloading')) step.update(`${++modules} modules downloaded`);
  });
  const all = packages.trim().split('\n').length;
  let compiled = 0;
  step.update(`compiling up to ${all} packages`);
  const unfinished = `${file}.${process.pid}`;
  await go(['build', ...tags, '-v', '-o', unfinished, target], (line) => {
    if (!line.startsWith('go: ')) step.update(`${++compiled} of up to ${all} packages compiled`);
  });
  renameSync(unfinished, file);
}

/** Returns the programs missing for building Kratos; empty if there are none. */
export function missingForBuild(): string[] {
  if (!onPath('go')) return ['Go'];
  const compiler = spawnSync('go', ['env', 'CC'], { encoding: 'utf8' }).stdout.trim().split(' ')[0] ?? '';
  return compiler !== '' && (existsSync(compiler) || onPath(compiler)) ? [] : ['a C compiler'];
}

/**
 * Builds the pinned Kratos of provider/kratos/go.mod once and caches it in `.cache/kratos`, under a name
 * derived from its pins. Takes a minute or two the first time, and shows its progress.
 *
 * @returns the program's file, or undefined when Go or a C compiler is missing
 * @throws Error with the compiler's last lines when the build fails
 */
export async function buildKratos(): Promise<string | undefined> {
  const file = cachedFile();
  if (existsSync(file)) return file;
  if (missingForBuild().length > 0) return undefined;
  mkdirSync(path.dirname(file), { recursive: true });
  const step = progress('building Kratos with Go, once, about a minute on two cores');
  try {
    await compile(file, step);
  } catch (cause) {
    step.done('failed');
    throw cause;
  }
  step.done(`built ${path.relative(root, file)}`);
  return file;
}
