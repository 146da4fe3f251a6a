import { SettingsError } from './config.ts';

/** Collects the faults of several attempts, so that an operator sees all of them at once. @param earlier faults found before */
export function collectFaults(earlier: readonly string[] = []) {
  const faults = [...earlier];
  return {
    /** Runs a function. @returns undefined if it throws a SettingsError, whose faults are kept */
    attempt: <Result>(action: () => Result): Result | undefined => {
      try {
        return action();
      } catch (error) {
        if (!(error instanceof SettingsError)) throw error;
        faults.push(...error.faults);
        return undefined;
      }
    },
    /** Returns a result. @throws SettingsError with all faults, if there are any */
    settle: <Result>(result: Result | undefined): Result => {
      if (faults.length > 0 || result === undefined) throw new SettingsError(faults);
      return result;
    },
  };
}
