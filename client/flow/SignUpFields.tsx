import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { lookUp } from '../../shared/fields.ts';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { Details } from '../ui/Details.tsx';
import { Divider } from '../ui/Divider.tsx';
import { useFlowContext } from './FlowContext.ts';
import { PolicyLinks } from '../shell/PolicyLinks.tsx';
import styles from './FlowForm.module.css';
import { valueOf } from '../../shared/flow/shownValue.ts';
import { nodeKeys } from './model/node.ts';
import { isWay, type SignUpOrder } from './model/signUp.ts';
import { NodeView } from './nodes/NodeView.tsx';

/** The traits named in the product's own text for optional fields. */
const named = new Set<string>([nodeName.firstNameTrait, nodeName.lastNameTrait, 'traits.doctor']);

function Nodes({ nodes }: { nodes: UiNode[] }): ReactNode {
  const keys = nodeKeys(nodes);
  return nodes.map((node, index) => <NodeView key={keys[index]} node={node} />);
}

/** A sign-up's form: required fields, optional ones behind one line, the consent, the button, other ways. */
export function SignUpFields({ first, optional, last, others }: SignUpOrder): ReactNode {
  const { typed } = useFlowContext();
  const isFilled = (node: UiNode): boolean => {
    const input = inputAttributes(node);
    // the page fills in the language
    if (!input || input.name === nodeName.localeTrait) return false;
    const value = valueOf(input) || (lookUp(typed, input.name) ?? '');
    return (value !== '' && value !== 'false') || node.messages.length > 0;
  };
  const names = optional.map((node) => inputAttributes(node)?.name ?? '');
  // a script node alone is not a way to sign up
  const firstWay = others.find(isWay);
  const own = names.filter((name) => named.has(name)).length === named.size;
  return (
    <>
      <Nodes nodes={first} />
      {optional.length > 0 && (
        <Details
          summary={<FormattedMessage id={own ? 'registration.profile' : 'registration.optional'} />}
          open={optional.some(isFilled) || undefined}
        >
          <div className={styles.form}>
            <Nodes nodes={optional} />
          </div>
        </Details>
      )}
      <Nodes nodes={last.slice(0, -1)} />
      <p className={styles.policies}>
        <PolicyLinks />
      </p>
      <Nodes nodes={last.slice(-1)} />
      {others.map((part) => (
        <div key={part.group} className={styles.form}>
          {isWay(part) && (part === firstWay || part.nodes.some(isField)) && (
            <Divider label={<FormattedMessage id="common.or" />} />
          )}
          <Nodes nodes={part.nodes} />
        </div>
      ))}
    </>
  );
}
