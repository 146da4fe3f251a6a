/** Adjusts a new password's `minLength` to its text: Kratos counts bytes of UTF-8, browsers count UTF-16 code units. */
function countBytesOf(password: HTMLInputElement): void {
  const { dataset, minLength, value } = password;
  dataset.least ??= String(minLength);
  password.minLength = Math.max(0, Number(dataset.least) - new Blob([value]).size + value.length);
}

const newPassword = 'input[data-secret][minlength]';

/** From now on the browser measures new passwords like Kratos, when it ticks their rule and before it sends them. */
export function countBytes(): void {
  document.querySelectorAll<HTMLInputElement>(newPassword).forEach(countBytesOf);
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches(newPassword)) countBytesOf(target);
    },
    { capture: true },
  );
}
