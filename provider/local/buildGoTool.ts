import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { progress, type Progress } from './progress.mjs';
import { describeExit, outputOf } from './keptProcess.ts';
import { onPath } from './onPath.ts';

const root = path.join(import.meta.dirname, '../..');

/** A program that a go.mod of the repository pins as a tool. */
export interface GoTool {
  /** The program's name. */
  name: string;
  /** The folder of its go.mod, from the repository's root. */
  module: string;
  /** The package of its `main`. */
  target: string;
  /** Whether it has parts in C. */
  cgo?: boolean;
  /** The build tags that turn parts of it on. */
  tags?: string;
}

/** Kratos with its SQLite driver. */
export const kratosTool: GoTool = {
  name: 'kratos',
  module: 'provider/kratos',
  target: 'github.com/ory/kratos',
  cgo: true,
  tags: 'sqlite',
};

/** Returns the version of the pinned Kratos: a Kratos built from its module does not report one. */
export function pinnedVersion(): string | undefined {
  const pins = readFileSync(path.join(root, kratosTool.module, 'go.mod'), 'utf8');
  return /^\s*github\.com\/ory\/kratos (\S+)/m.exec(pins)?.[1];
}

function cachedFile({ name, module }: GoTool): string {
  const pins = ['go.mod', 'go.sum'].map((file) => readFileSync(path.join(root, module, file)));
  const key = createHash('sha256').update(Buffer.concat(pins)).digest('hex').slice(0, 16);
  return path.join(root, '.cache', name, key, process.platform === 'win32' ? `${name}.exe` : name);
}

/** Runs `go` and calls back with each line of its stderr. @throws Error with its last lines */
async function go(tool: GoTool, args: string[], onLine: (line: string) => void): Promise<string> {
  const last: string[] = [];
  const { code, output } = await outputOf(['go', ...args], {
    cwd: path.join(root, tool.module),
    env: { ...process.env, CGO_ENABLED: tool.cgo ? '1' : '0' },
    onLine(line) {
      last.push(line);
      if (last.length > 20) last.shift();
      onLine(line);
    },
  });
  if (code === 0) return output;
  throw new Error(`go ${args[0] ?? ''} ended with ${describeExit(code)}:\n${last.join('\n')}`);
}

async function compile(tool: GoTool, file: string, step: Progress): Promise<void> {
  const tags = ['-tags', tool.tags ?? ''];
  let modules = 0;
  const packages = await go(tool, ['list', ...tags, '-deps', tool.target], (line) => {
    if (line.startsWith('go: downloading')) step.update(`${++modules} modules downloaded`);
  });
  const all = packages.trim().split('\n').length;
  let compiled = 0;
  step.update(`compiling up to ${all} packages`);
  const unfinished = `${file}.${process.pid}`;
  await go(tool, ['build', ...tags, '-v', '-o', unfinished, tool.target], (line) => {
    if (!line.startsWith('go: ')) step.update(`${++compiled} of up to ${all} packages compiled`);
  });
  renameSync(unfinished, file);
}

/** Returns the programs missing for building a tool; empty if there are none. */
export function missingForBuild({ cgo }: GoTool): string[] {
  if (!onPath('go')) return ['Go'];
  if (!cgo) return [];
  const compiler = spawnSync('go', ['env', 'CC'], { encoding: 'utf8' }).stdout.trim().split(' ')[0] ?? '';
  return compiler !== '' && (existsSync(compiler) || onPath(compiler)) ? [] : ['a C compiler'];
}

/**
 * Builds a tool once and caches it in `.cache`, under a name derived from its module's pins. Takes a minute or two the first
 * time, and shows its progress.
 *
 * @returns the program's file, or undefined when Go or a C compiler is missing
 * @throws Error with the compiler's last lines when the build fails
 */
export async function buildGoTool(tool: GoTool): Promise<string | undefined> {
  const file = cachedFile(tool);
  if (existsSync(file)) return file;
  if (missingForBuild(tool).length > 0) return undefined;
  mkdirSync(path.dirname(file), { recursive: true });
  const step = progress(`building ${tool.name} with Go, once, about a minute on two cores`);
  try {
    await compile(tool, file, step);
  } catch (cause) {
    step.done('failed');
    throw cause;
  }
  step.done(`built ${path.relative(root, file)}`);
  return file;
}
