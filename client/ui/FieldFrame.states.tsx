import type { ComponentStates } from './componentStates.ts';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './Field.module.css';

export const fieldFrameStates: ComponentStates = {
  rest: (
    <FieldFrame label="Date of birth" hint="Day, month, year." control={{ required: true }}>
      {(wiring) => <input {...wiring} className={styles.input} required />}
    </FieldFrame>
  ),
};
