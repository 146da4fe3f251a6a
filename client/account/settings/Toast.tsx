import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Toast.module.css';

/** How long a toast stays, in milliseconds. */
const stay = 6000;

/** A message about what was done. Leaves by itself, but not while it is pointed at or focused. */
export function Toast({ children }: { children: ReactNode }): ReactNode {
  const [gone, setGone] = useState(false);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => setGone(true), stay);
    return () => clearTimeout(timer);
  }, [held]);
  if (gone) return null;
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing at it only keeps it from leaving
    <div
      className={styles.toast}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name="success" />
      <div>{children}</div>
    </div>
  );
}
