/** Has a new password be as long as Kratos demands, which counts bytes of UTF-8; browsers count UTF-16 code units. */
function countBytesOf(password: HTMLInputElement): void {
  const { dataset, minLength, value } = password;
  dataset.least ??= String(minLength);
  password.minLength = Math.max(0, Number(dataset.least) - new Blob([value]).size + value.length);
}

const newPassword = 'input[data-secret][minlength]';

/** From now on a new password is as long for the browser as it is for Kratos; its rule is ticked, and it is sent, accordingly. */
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
