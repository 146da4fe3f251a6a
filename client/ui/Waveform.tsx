import type { ReactNode } from 'react';
import styles from './Waveform.module.css';

/** The portal's motif, decorative: heart sounds as a phonocardiogram draws them, as wide as the space allows. */
export function Waveform(): ReactNode {
  return <div className={styles.waveform} aria-hidden="true" />;
}
