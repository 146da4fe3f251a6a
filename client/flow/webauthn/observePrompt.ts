type Prompt = 'get' | 'create';
type Ask = (options?: object) => Promise<Credential | null>;

/** Mutes `alert` until the next task: the page reports a failure better than the provider's script. */
function withoutAlert(): void {
  const own = Object.getOwnPropertyDescriptor(window, 'alert');
  window.alert = () => undefined;
  setTimeout(() => restore(window, 'alert', own));
}

function restore(owner: object, name: string, own: PropertyDescriptor | undefined): void {
  if (own) Object.defineProperty(owner, name, own);
  else Reflect.deleteProperty(owner, name);
}

/**
 * Runs a function that asks for a security key or passkey and observes whether the prompt fails, which the provider's
 * script only reports in an alert or the console.
 *
 * @param run calls `navigator.credentials` before it returns
 * @param onFailure gets the prompt's rejection, such as a `NotAllowedError` when it was cancelled
 */
export function observePrompt(run: () => unknown, onFailure: (cause: unknown) => void): unknown {
  const credentials = (navigator as { credentials?: CredentialsContainer }).credentials;
  if (!credentials) return run();
  const watch = (prompt: Prompt): (() => void) => {
    // An extension may have installed its own.
    const own = Object.getOwnPropertyDescriptor(credentials, prompt);
    const ask: Ask = credentials[prompt].bind(credentials);
    credentials[prompt] = (options?: object) => {
      const answer = ask(options);
      answer.catch((cause: unknown) => {
        withoutAlert();
        onFailure(cause);
      });
      return answer;
    };
    return () => restore(credentials, prompt, own);
  };
  const ends = [watch('get'), watch('create')];
  try {
    return run();
  } finally {
    for (const end of ends) end();
  }
}
