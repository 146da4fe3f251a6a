import { longText, type ComponentStates } from './componentStates.ts';
import { Details } from './Details.tsx';

export const detailsStates: ComponentStates = {
  folded: (
    <Details summary="Other ways to sign in">
      <p>Use a passkey</p>
    </Details>
  ),
  open: (
    <Details summary="Other ways to sign in" open>
      <p>Use a passkey</p>
    </Details>
  ),
  'long text': (
    <Details summary={longText} open>
      <p>{longText}</p>
    </Details>
  ),
};
