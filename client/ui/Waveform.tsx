import type { ReactNode } from 'react';
import styles from './Waveform.module.css';

/** The portal's motif, for the eye only: heart sounds as a phonocardiogram draws them, as wide as there is room. */
export function Waveform(): ReactNode {
  return <div className={styles.waveform} aria-hidden="true" />;
}
