import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { progress } from './progress.mjs';
import { describeExit, outputOf } from './keptProcess.ts';
import { onPath } from './onPath.ts';

const root = path.join(import.meta.dirname, '../..');

type Progress = ReturnType<typeof progress>;

/** A program that a go.mod of the repository pins as a tool. */
export interface GoTool {
  /** The program's name. */
  name: string;
  /** The folder of its go.mod, from the repository's root. */
  module: string;
  /** The package of its `main`. */
  target: string;
  /** Whether it is built with its SQLite driver, which is in C. */
  sqlite?: boolean;
}

/** The pinned servers. */
export const tools = {
  kratos: { name: 'kratos', module: 'provider/kratos', target: 'github.com/ory/kratos', sqlite: true },
  hydra: { name: 'hydra', module: 'provider/hydra', target: 'github.com/ory/hydra/v2', sqlite: true },
};

/** Returns the version that a tool's module pins: a program built from it does not report one. */
export function pinnedVersion({ module, target }: GoTool): string | undefined {
  const pins = readFileSync(path.join(root, module, 'go.mod'), 'utf8').split('\n');
  return pins.map((line) => line.trim().split(' ')).find(([name]) => name === target)?.[1];
}

/** Returns the file that a tool is built to. */
export function builtFile({ name, module }: GoTool): string {
  const pins = ['go.mod', 'go.sum'].map((file) => readFileSync(path.join(root, module, file)));
  const key = createHash('sha256').update(Buffer.concat(pins)).digest('hex').slice(0, 16);
  return path.join(root, '.cache', name, key, process.platform === 'win32' ? `${name}.exe` : name);
}

/** Runs `go` and calls back with each line of its stderr. @throws Error with its last lines */
async function go(tool: GoTool, args: string[], onLine: (line: string) => void): Promise<string> {
  const last: string[] = [];
  const { code, output } = await outputOf(['go', ...args], {
    cwd: path.join(root, tool.module),
    env: { ...process.env, CGO_ENABLED: tool.sqlite ? '1' : '0' },
    onLine(line) {
      last.push(line);
      if (last.length > 20) last.shift();
      onLine(line);
    },
  });
  if (code === 0) return output;
  throw new Error(`go ${args[0] ?? ''} ended with ${describeExit(code)}:\n${last.join('\n')}`);
}

async function compile(tool: GoTool, file: string, step: Progress | undefined): Promise<void> {
  const tags = ['-tags', tool.sqlite ? 'sqlite' : ''];
  let modules = 0;
  const packages = await go(tool, ['list', ...tags, '-deps', tool.target], (line) => {
    if (line.startsWith('go: downloading')) step?.update(`${++modules} modules downloaded`);
  });
  const all = packages.trim().split('\n').length;
  let compiled = 0;
  step?.update(`compiling up to ${all} packages`);
  const unfinished = `${file}.${process.pid}`;
  await go(tool, ['build', ...tags, '-v', '-o', unfinished, tool.target], (line) => {
    if (!line.startsWith('go: ')) step?.update(`${++compiled} of up to ${all} packages compiled`);
  });
  renameSync(unfinished, file);
}

/** Returns the programs missing for building a tool; empty if there are none. */
export function missingForBuild({ sqlite }: GoTool): string[] {
  if (!onPath('go')) return ['Go'];
  if (!sqlite) return [];
  const compiler = spawnSync('go', ['env', 'CC'], { encoding: 'utf8' }).stdout.trim().split(' ')[0] ?? '';
  return compiler !== '' && (existsSync(compiler) || onPath(compiler)) ? [] : ['a C compiler'];
}

/**
 * Builds a tool once and caches it in `.cache`, under a name derived from its module's pins. Takes a few minutes the first
 * time, and shows its progress.
 *
 * @returns the program's file, or undefined when Go or a C compiler is missing
 * @throws Error with the compiler's last lines when the build fails
 */
export async function buildGoTool(tool: GoTool, quietly = false): Promise<string | undefined> {
  const file = builtFile(tool);
  if (existsSync(file)) return file;
  if (missingForBuild(tool).length > 0) return undefined;
  mkdirSync(path.dirname(file), { recursive: true });
  const step = quietly
    ? undefined
    : progress(
        `building ${tool.name} with Go, once: up to four minutes on two slow cores, and 1 GB of disk, mostly for Go`,
      );
  try {
    await compile(tool, file, step);
  } catch (cause) {
    step?.done('failed');
    throw cause;
  }
  step?.done(`built ${path.relative(root, file)}`);
  return file;
}
