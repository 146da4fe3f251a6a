import { afterEach, describe, expect, test } from '@jest/globals';
import { input, text as label } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeStand } from '../../test/support/gatewayStand.ts';
import { getPage, markup, portalWith } from '../../test/support/servedPage.ts';

afterEach(closeStand);

describe('the verification page', () => {
  const sent = recordedFlow('verification-sent');
  const filledIn = {
    ...sent,
    ui: {
      ...sent.ui,
      nodes: sent.ui.nodes.map((node) =>
        'name' in node.attributes && node.attributes.name === 'code'
          ? { ...node, attributes: { ...node.attributes, value: '123456' } }
          : node,
      ),
    },
  };

  test.each([
    ['with the code of a mailed link filled in says to press the button', filledIn, true],
    ['without a code says that a mail has been sent', sent, false],
  ])('%s', async (_what, flow, saysPress) => {
    const app = await portalWith({ '/self-service/verification/flows': [200, flow] });
    const { text } = await getPage(app, `/verification?flow=${flow.id}`).expect(200);
    expect(markup(text).includes('Only press the button below')).toBe(saysPress);
    expect(/We sent (?:you )?a verification code/.test(markup(text))).toBe(!saysPress);
  });

  test('with a refused code does not say to press the button', async () => {
    const refusal = { id: 4070006, type: 'error', text: 'The code is invalid.' };
    const refused = { ...filledIn, ui: { ...filledIn.ui, messages: [refusal] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, refused] });
    const { text } = await getPage(app, `/verification?flow=${filledIn.id}`).expect(200);
    expect(markup(text)).toContain('The verification code is invalid');
    expect(markup(text)).not.toContain('Only press the button below');
  });

  test('after a registration says that the account has been created', async () => {
    const app = await portalWith({ '/self-service/verification/flows': [200, sent] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}&registered=true`).expect(200);
    expect(markup(text)).toContain('Your account has been created.');
  });

  test('says that a verification link was sent, even if the provider does not', async () => {
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [] } };
    const app = await portalWith({ '/self-service/verification/flows': [200, silent] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toContain('We sent an email with a verification link');
  });

  test('fills in the address that a verification link was sent to', async () => {
    const nodes = [
      input('link', 'email', 'email', { required: true }, label(1070007, 'Email')),
      input('link', 'method', 'submit', { value: 'link' }, label(1070009, 'Continue')),
      input('code', 'email', 'submit', { value: 'ann@acme.example' }, label(1070008, 'Resend code')),
    ];
    const silent = { ...sent, active: 'link', ui: { ...sent.ui, messages: [], nodes } };
    const app = await portalWith({ '/self-service/verification/flows': [200, silent] });
    const { text } = await getPage(app, `/verification?flow=${sent.id}`).expect(200);
    expect(markup(text)).toMatch(/<input[^>]*name="email"[^>]*value="ann@acme\.example"/);
    expect(markup(text)).not.toContain('Resend code');
  });
});
