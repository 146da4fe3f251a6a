type Lock = {
  packages: Record<
    string,
    { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean } | undefined
  >;
};

/** The packages of a lock that are not installed in the locked version; those for other platforms don't count. */
export function missingPackages(
  lock: Lock,
  installed: Lock | undefined,
  options?: { production?: boolean },
): string[];

/** Whether locked dependencies are missing, or there in another version. */
export function installIsNeeded(): boolean;

/** Installs the locked dependencies when they are missing or others than the lock says. */
export function prepare(): Promise<void>;

/** The Node that everything runs on: the one that the lock pins, else this one where it is new enough. */
export function pinnedNode(): string;
