import type { ComponentProps, ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Checkbox } from '../../ui/Checkbox.tsx';

interface TickedBoxProps extends Pick<
  ComponentProps<typeof Checkbox>,
  'name' | 'value' | 'label' | 'smallPrint'
> {
  /** Whether the form was just sent without the tick: the box says so, and has the focus. */
  isNotTicked?: boolean | undefined;
}

/** The box that a form needs ticked. The server says so if it is not: a browser would in a language of its own. */
export const TickedBox = ({ isNotTicked = false, ...attributes }: TickedBoxProps): ReactNode => (
  <Checkbox
    {...attributes}
    required
    {...(isNotTicked && {
      autoFocus: true,
      messages: [
        {
          id: 'agreement.notTicked',
          text: <FormattedMessage id="agreement.notTicked" />,
          severity: 'error' as const,
        },
      ],
    })}
  />
);
