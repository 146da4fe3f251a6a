import { Account } from './Account.tsx';
import { longText, type ComponentStates } from './componentStates.ts';
import { TextLink } from './TextLink.tsx';

const other = <TextLink href="/login">Use another account</TextLink>;

export const accountStates: ComponentStates = {
  rest: (
    <Account label="You're logged in as" name="ada@portal.example">
      {other}
    </Account>
  ),
  'long text': (
    <Account label="You're logged in as" name={longText}>
      {other}
    </Account>
  ),
};
