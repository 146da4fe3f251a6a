import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BrandMark } from '../ui/BrandMark.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './HomeCard.module.css';

type Offer = 'android' | 'ios' | 'customerPortal';

const signs: Record<Offer, ReactNode> = {
  android: <BrandMark provider="android" />,
  ios: <BrandMark provider="apple" />,
  customerPortal: <Icon name="portal" />,
};

interface HomeCardProps {
  name: Offer;
  /** The link's target; without it the card says that it is not available at the moment. */
  href?: string;
}

/** One of the home page's cards: the whole card is a link to something outside the portal. */
export function HomeCard({ name, href }: HomeCardProps): ReactNode {
  const content = (
    <>
      <span className={styles.sign}>{signs[name]}</span>
      <span className={styles.words}>
        <span className={styles.title}>
          <FormattedMessage id={`home.${name}.title`} />
        </span>{' '}
        <span className={styles.text}>
          <FormattedMessage id={`home.${name}.${href === undefined ? 'unavailable' : 'text'}`} />
        </span>
      </span>
    </>
  );
  if (href === undefined)
    return (
      <li>
        <div className={styles.card}>{content}</div>
      </li>
    );
  return (
    <li>
      <a href={href} className={styles.card}>
        {content}
        <span className={styles.away}>
          <Icon name="external" />
        </span>
      </a>
    </li>
  );
}
