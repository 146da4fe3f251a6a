import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { longText, type ComponentStates } from './componentStates.ts';
import { TextLink } from './TextLink.tsx';

const footer = <TextLink href="/registration">Sign up</TextLink>;

export const cardStates: ComponentStates = {
  rest: (
    <Card title="Sign in" subtitle="to Stethoscope" footer={footer}>
      <Button>Continue</Button>
    </Card>
  ),
  'with a sign': (
    <Card title="You are signed out" sign="success">
      <Button>Sign in</Button>
    </Card>
  ),
  'wide, with long text': (
    <Card title={longText} subtitle={longText} size="wide" footer={footer}>
      <p>{longText}</p>
    </Card>
  ),
};
