/** Prints why the portal cannot start, and exits. */
export function exitWith(line: string): never {
  console.error(line);
  process.exit(1);
}
