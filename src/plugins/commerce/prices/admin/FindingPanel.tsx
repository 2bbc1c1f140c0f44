import { Link } from 'react-router-dom';
import { Flex, LinkButton, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { formAddress } from '../../../../platform/admin/form-address';
import { FINDING } from './finding';
import { useTexts } from './texts';

type Finding = { entryType: string; entryId: string; entryLocale: string | null; field: string };

const EntryLink = ({ finding }: { finding: Finding }) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('prices.finding.hint')}</Typography>
      <LinkButton
        tag={Link}
        to={formAddress({
          uid: finding.entryType,
          documentId: finding.entryId,
          locale: finding.entryLocale,
          at: finding.field,
        })}
        variant="secondary"
      >
        {text('prices.finding.open')}
      </LinkButton>
    </Flex>
  );
};

/** Links from a finding to the entry that has the price. */
export const FindingPanel: PanelComponent = ({ model, document }) => {
  const text = useTexts();
  if (model !== FINDING || document === undefined) return null;
  return {
    title: text('prices.finding.title'),
    content: <EntryLink finding={document as typeof document & Finding} />,
  };
};
