import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

/**
 * Watches the files in a directory and its subdirectories, including new ones. Each directory has its own watcher: on
 * Linux, Node's recursive one loses a file that is replaced, as git and many editors do when they save.
 *
 * @param top the directory
 * @param changed gets the name of the changed, created or removed file or directory
 * @returns stops watching
 */
export function watchTree(top: string, changed: (name: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  const isDirectory = (file: string): boolean =>
    statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

  function drop(directory: string): void {
    for (const [watched, watcher] of watchers) {
      if (watched !== directory && !watched.startsWith(directory + path.sep)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  function add(directory: string): void {
    const watcher = watch(directory, (event, name) => {
      if (name === null) return;
      const file = path.join(directory, name);
      if (event === 'rename') drop(file);
      if (event === 'rename' && isDirectory(file)) add(file);
      changed(name);
    });
    watchers.set(directory, watcher);
    for (const entry of readdirSync(directory, { withFileTypes: true }))
      if (entry.isDirectory()) add(path.join(directory, entry.name));
  }

  add(top);
  return () => drop(top);
}
