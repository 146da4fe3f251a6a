type Lock = {
  packages: Record<
    string,
    { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean } | undefined
  >;
};

/** The packages of a lock that are not installed in the locked version, without those for other platforms. */
export function missingPackages(
  lock: Lock,
  installed: Lock | undefined,
  options?: { production?: boolean },
): string[];

/** Whether locked dependencies are missing or have another version. */
export function installIsNeeded(): boolean;

/** Installs the locked dependencies when they are missing or differ from the lock. */
export function prepare(): Promise<void>;

/** The Node to run everything on: the one that the lock pins, or else this one if it is new enough. */
export function pinnedNode(): string;
