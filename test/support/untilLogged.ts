import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/**
 * Waits until a program that was started logs that it is ready.
 *
 * @param title its name in the message of the error
 * @param output where it logs
 * @throws Error with its log if it exits before
 */
export function untilLogged(
  program: ChildProcess,
  title: string,
  output: Readable,
  line: string,
): Promise<void> {
  let log = '';
  return new Promise((resolve, reject) => {
    output.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes(line)) resolve();
    });
    program.once('exit', () => reject(new Error(`${title} did not start:\n${log}`)));
  });
}
