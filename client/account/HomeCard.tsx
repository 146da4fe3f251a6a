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
  href: string;
}

/** One of the home page's cards: the whole card is a link to something outside the portal. */
export function HomeCard({ name, href }: HomeCardProps): ReactNode {
  return (
    <li>
      <a href={href} className={styles.card}>
        <span className={styles.sign}>{signs[name]}</span>
        <span className={styles.words}>
          <span className={styles.title}>
            <FormattedMessage id={`home.${name}.title`} />
          </span>{' '}
          <span className={styles.text}>
            <FormattedMessage id={`home.${name}.text`} />
          </span>
        </span>
        <span className={styles.away}>
          <Icon name="external" />
        </span>
      </a>
    </li>
  );
}
