import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BrandMark } from '../ui/BrandMark.tsx';
import { Glyph, Icon } from '../ui/Icon.tsx';
import styles from './HomeCard.module.css';

const portal = 'M3 5h18v14H3ZM3 9h18M6 14.500h3l1.5-2.5 2.5 4 1.5-1.500H18';
const folder = 'M3 6h6l2 2.500h10V19H3Z';
const screen = 'M3 5h18v11H3ZM9 20h6M12 16v4';
const external = 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5';

const signs = {
  profile: <Icon name="profile" />,
  secondFactor: <Icon name="totp" />,
  sessions: <Glyph path={screen} />,
  data: <Glyph path={folder} />,
  android: <BrandMark provider="android" />,
  ios: <BrandMark provider="apple" />,
  customerPortal: <Glyph path={portal} />,
};

interface HomeCardProps {
  name: keyof typeof signs;
  href: string;
  /** Its text, if that depends on the account: the card then leads into the portal. */
  children?: ReactNode;
}

/** One of the home page's cards: the whole card links to a part of the settings, or to a destination outside the portal. */
export function HomeCard({ name, href, children }: HomeCardProps): ReactNode {
  return (
    <li>
      <a href={href} className={styles.card}>
        <span className={styles.sign}>{signs[name]}</span>
        <span className={styles.words}>
          <span className={styles.title}>
            <FormattedMessage id={`home.${name}.title`} />
          </span>{' '}
          <span className={styles.text}>{children ?? <FormattedMessage id={`home.${name}.text`} />}</span>
        </span>
        {children === undefined && (
          <span className={styles.away}>
            <Glyph path={external} />
          </span>
        )}
      </a>
    </li>
  );
}
