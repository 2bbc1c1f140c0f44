import { Link } from 'react-router-dom';
import { Flex, LinkButton, Typography } from '@strapi/design-system';
import type { PanelComponent } from '@strapi/content-manager/strapi-admin';
import { FINDING } from './finding';
import { useTexts } from './texts';

type Finding = { entryType: string; entryId: string; entryLocale: string | null; field: string };

const addressOf = ({ entryType, entryId, entryLocale, field }: Finding): string => {
  const language = entryLocale === null ? '' : `plugins[i18n][locale]=${entryLocale}&`;
  return `/content-manager/collection-types/${entryType}/${entryId}?${language}at=${field}`;
};

const WayToEntry = ({ finding }: { finding: Finding }) => {
  const text = useTexts();
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography textColor="neutral600">{text('prices.finding.hint')}</Typography>
      <LinkButton tag={Link} to={addressOf(finding)} variant="secondary">
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
    content: <WayToEntry finding={document as typeof document & Finding} />,
  };
};
