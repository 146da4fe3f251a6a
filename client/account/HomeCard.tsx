import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BrandMark } from '../ui/BrandMark.tsx';
import { Glyph } from '../ui/Icon.tsx';
import styles from './HomeCard.module.css';

type Offer = 'android' | 'ios' | 'customerPortal';

const portal = 'M3 5h18v14H3ZM3 9h18M6 14.500h3l1.5-2.5 2.5 4 1.5-1.500H18';
const external = 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5';

const signs: Record<Offer, ReactNode> = {
  android: <BrandMark provider="android" />,
  ios: <BrandMark provider="apple" />,
  customerPortal: <Glyph path={portal} />,
};

interface HomeCardProps {
  name: Offer;
  href: string;
}

/** One of the home page's cards: the whole card links to a destination outside the portal. */
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
          <Glyph path={external} />
        </span>
      </a>
    </li>
  );
}
