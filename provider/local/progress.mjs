import { performance } from 'node:perf_hooks';
import { clearInterval, setInterval } from 'node:timers';

const quietFor = 5_000;

/**
 * Shows the progress of a long step on stderr: one line that rewrites itself on a terminal, a line every five seconds
 * elsewhere.
 *
 * @param {string} what the step, as in 'installing dependencies'
 * @returns {{ update(howFar: string): void, done(result?: string): void }} `update` shows the current state, `done`
 * ends the line
 */
export function progress(what) {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`;
  const terminal = process.stderr.isTTY;
  let lastLine = started;
  let state = '';
  const show = () => {
    if (terminal) process.stderr.write(`\r\u001B[2K${what}: ${state} (${seconds()})`);
    else if (performance.now() - lastLine >= quietFor) {
      lastLine = performance.now();
      process.stderr.write(`${what}: ${state} (${seconds()})\n`);
    }
  };
  process.stderr.write(terminal ? `${what} …` : `${what} …\n`);
  const timer = setInterval(show, terminal ? 500 : quietFor);
  timer.unref();
  return {
    update(howFar) {
      state = howFar;
      show();
    },
    done(result = 'done') {
      clearInterval(timer);
      process.stderr.write(`${terminal ? '\r\u001B[2K' : ''}${what}: ${result} (${seconds()})\n`);
    },
  };
}
