import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { FormToken } from '../../shell/FormToken.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataSection } from './DataSection.tsx';

const archive = 'M12 4v11M7.5 11l4.5 4.5 4.5-4.500M5 19.500h14';

/** Downloads an archive of what is kept about the user. The browser saves the answer to the form, and stays on the page. */
export const DownloadData = (): ReactNode => (
  <DataSection
    id="download"
    icon={archive}
    title={<FormattedMessage id="data.download.title" />}
    text={<FormattedMessage id="data.download.text" />}
  >
    <form action="/data/download" method="post">
      <FormToken />
      <Button size="small">
        <FormattedMessage id="data.download.action" />
      </Button>
    </form>
  </DataSection>
);
