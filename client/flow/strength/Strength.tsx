import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLoadCatalogue, usePageContext } from '../../shell/PageContext.tsx';
import styles from '../../ui/FieldMessages.module.css';
import { classNames } from '../../ui/classNames.ts';
import { rate, type Rating } from './rate.ts';

/** How long typing pauses before the password is rated, in milliseconds. */
const pauseMs = 400;

const levels = [1, 2, 3, 4];

/** The class of each level's colour, by its number. */
const levelStyles = [undefined, styles.default, styles.default, styles.info, styles.success];

/** What was typed into the form beside the password. */
const typedBeside = ({ form }: HTMLInputElement): string[] =>
  Array.from(form?.elements ?? []).flatMap((control) =>
    control instanceof HTMLInputElement && ['text', 'email'].includes(control.type) && !control.dataset.secret
      ? control.value
      : [],
  );

/**
 * Says how hard a new password is to guess, and what would help, whenever typing pauses. It only advises: the provider
 * decides.
 *
 * @param field the password's input
 */
export function Strength({ field }: { field: HTMLInputElement }): ReactNode {
  const intl = useIntl();
  const { product, signedInAs = '', signedInAddress = '' } = usePageContext();
  const loadCatalogue = useLoadCatalogue();
  const [rating, setRating] = useState<Rating>();
  const shown = useRef<HTMLDivElement>(null);
  const update = useEffectEvent(() => {
    const known = [product, signedInAs, signedInAddress, ...typedBeside(field)];
    setRating(field.value === '' ? undefined : rate(field.value, known));
  });
  useEffect(() => {
    void loadCatalogue();
    let timer = setTimeout(() => update(), pauseMs);
    const updateLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => update(), pauseMs);
    };
    field.form?.addEventListener('input', updateLater);
    return () => {
      clearTimeout(timer);
      field.form?.removeEventListener('input', updateLater);
    };
  }, [field, loadCatalogue]);

  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!shown.current || !activeElement || activeElement === field) return;
    const bottomOf = (element: Element): number => element.getBoundingClientRect().bottom;
    const below = bottomOf(activeElement) - innerHeight;
    // a button that was reached meanwhile was pushed out of sight; further away, the page was scrolled
    if (below > 0 && below <= bottomOf(shown.current) - bottomOf(field))
      activeElement.scrollIntoView({ block: 'nearest' });
  }, [field, rating]);

  const { level = 0, advice } = rating ?? {};
  const word = rating && intl.formatMessage({ id: `field.strength.${level}` });
  return (
    <div ref={shown} className={styles.messages}>
      <svg
        className={classNames(levelStyles[level])}
        width="100%"
        height="4"
        role="meter"
        aria-label={intl.formatMessage({ id: 'field.strength' })}
        aria-valuemin={0}
        aria-valuemax={levels.length}
        aria-valuenow={level}
        aria-valuetext={word}
      >
        {levels.map((step) => (
          <rect
            key={step}
            x={`${(step - 1) * 25.5}%`}
            width="23.5%"
            height="4"
            rx="2"
            fill="currentColor"
            opacity={step > level ? 0.25 : undefined}
          />
        ))}
      </svg>
      <p role="status" className={classNames(styles.message, levelStyles[level])}>
        {rating ? (
          <span>
            <strong>{word}</strong>
            {advice !== undefined && (
              <>
                {' · '}
                <FormattedMessage id={`field.strength.${advice}`} />
              </>
            )}
          </span>
        ) : (
          '\u00A0'
        )}
      </p>
    </div>
  );
}
