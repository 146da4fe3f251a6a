import type { ComponentStates } from './componentStates.ts';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './Field.module.css';

export const fieldFrameStates: ComponentStates = {
  rest: (
    <FieldFrame
      label="Date of birth"
      id="birth"
      required
      hint="Day, month, year."
      hintId="birth-hint"
      messages={[]}
      messagesId="birth-messages"
    >
      <input id="birth" className={styles.input} aria-describedby="birth-hint" required />
    </FieldFrame>
  ),
};
