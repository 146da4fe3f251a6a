import { readFile } from 'node:fs/promises';

/** Memoises work on a file by the file's path and content. */
export function oncePerContent(work: (file: string, content: string) => Promise<string> | string) {
  const done = new Map<string, Promise<string> | string>();
  return async (file: string): Promise<string> => {
    const content = await readFile(file, 'utf8');
    const key = `${file}\n${content}`;
    const result = done.get(key) ?? work(file, content);
    done.set(key, result);
    return result;
  };
}
