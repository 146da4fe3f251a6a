import { appendFileSync, closeSync, openSync, renameSync, statSync } from 'node:fs';

/** The size and the number of rotated files. */
export interface RotatingFileOptions {
  /** The size at which a file is rotated, in bytes. */
  maxBytes: number;
  /** How many rotated files to keep; `file.1` is the latest. */
  keep: number;
}

/** Appends a line, which ends with a line feed. @throws Error when it cannot be written */
export type AppendLine = (line: string) => void;

/** Only the portal's own user may read log files. */
const mode = 0o600;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Renames a file. Another replica that writes to the same file may have done so already. */
function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Appends lines to a file and rotates it by size. The file is opened for each line and written at once, so no line is
 * lost when the process ends, and other programs may move or delete the file at any time.
 *
 * @param file its path; the folder must exist
 * @throws Error when the file cannot be opened
 */
export function rotatingFile(file: string, { maxBytes, keep }: RotatingFileOptions): AppendLine {
  closeSync(openSync(file, 'a', mode));
  return (line) => {
    if (sizeOf(file) + Buffer.byteLength(line) > maxBytes) {
      for (let number = keep - 1; number > 0; number -= 1)
        moveAside(`${file}.${number}`, `${file}.${number + 1}`);
      moveAside(file, `${file}.1`);
    }
    appendFileSync(file, line, { mode });
  };
}
