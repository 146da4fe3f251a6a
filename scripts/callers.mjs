import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns a process' parent and command line, from proc(5) or else from ps.
 *
 * @param {number} pid the process' id
 * @returns {{ parent: number, command: string }} an empty command if there is no such process
 */
export function describeProcess(pid) {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') };
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
    const [, parent, command] = /^\s*(\d+)\s(.*)/.exec(stdout ?? '') ?? [];
    return { parent: Number(parent), command: command ?? '' };
  }
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return cause.code !== 'ESRCH';
  }
}

/**
 * Watches the npm that runs this process: npm runs scripts in a shell, and both can be killed without a signal to
 * this process.
 *
 * @param {Record<string, string | undefined>} environment variables by name
 * @returns {() => boolean} whether the npm that runs this process, if any, is still alive
 */
export function npmWatch(environment = process.env) {
  if (!environment.npm_lifecycle_event) return () => true;
  const parent = process.ppid;
  const { parent: grandparent, command } = describeProcess(parent);
  // some shells exec the command: then our parent is npm itself
  const npm = command.includes('run.mjs') && grandparent > 1 ? grandparent : parent;
  return () => process.ppid === parent && runs(npm);
}
