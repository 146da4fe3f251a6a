import type { InputNodeProps } from '../../../flow/model/node.ts';

/** The props of the button that removes something. */
export interface RemovalProps extends InputNodeProps {
  /** The icon of its section, as a path. */
  icon: string;
  /** The catalogue key of the consequence of the removal. */
  consequence: string | undefined;
}
