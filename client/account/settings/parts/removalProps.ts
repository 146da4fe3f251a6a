import type { InputNodeProps } from '../../../flow/model/node.ts';

/** What the button that removes something is given. */
export interface RemovalProps extends InputNodeProps {
  /** The icon of its section, as a path. */
  icon: string;
  /** The catalogue key of what ends with the removal. */
  consequence: string | undefined;
}
