import { formatMessages, type BuildFailure, type Message } from 'esbuild';

/** Formats esbuild's messages, each once: a file that several bundles contain has the same ones in all of them. */
async function format(messages: Message[], kind: 'error' | 'warning'): Promise<string> {
  const formatted = await formatMessages(messages, { kind, color: process.stderr.isTTY });
  return [...new Set(formatted)].join('').trimEnd();
}

/** Prints the warnings of bundles. */
export async function printWarnings(warnings: Message[]): Promise<void> {
  if (warnings.length > 0) console.error(await format(warnings, 'warning'));
}

/**
 * Returns one error for bundles that have failed, with each of esbuild's messages once, or with the first other reason.
 *
 * @param failures the reasons
 */
export async function bundlingError(failures: unknown[]): Promise<Error> {
  const errors = failures.flatMap((failure) => (failure as Partial<BuildFailure>).errors ?? []);
  if (errors.length > 0) return new Error(await format(errors, 'error'));
  const [first] = failures;
  return first instanceof Error ? first : new Error(String(first));
}
