/** Reads a variable of the environment; an empty one counts as unset. @param name the variable's name */
export function setting(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}
