import type { ComponentStates } from './componentStates.ts';
import { PasswordToggle } from './PasswordToggle.tsx';
import styles from './Field.module.css';

const toggle = (id: string, revealed: boolean) => (
  <span className={styles.control}>
    <input
      id={id}
      type={revealed ? 'text' : 'password'}
      className={styles.input}
      defaultValue="systole-diastole"
      aria-label="Password"
      autoComplete="off"
    />
    <PasswordToggle controls={id} revealed={revealed} onChange={() => undefined} />
  </span>
);

export const passwordToggleStates: ComponentStates = {
  hidden: toggle('hidden', false),
  revealed: toggle('revealed', true),
};
