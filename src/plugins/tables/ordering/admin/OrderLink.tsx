import { Link, useParams } from 'react-router-dom';
import { IconButton } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import { usePanelLocale } from '#platform/admin/named-languages';
import { useLoaded } from '#platform/admin/use-loaded';
import type { OrderedTypes } from '../order';
import { TableCorner } from '#platform/strapi/admin/list-controls';
import { useTexts } from './texts';

/** Returns the address of a type's order page, with titles in a locale. */
const orderAddress = (uid: string, locale?: string): string =>
  `/plugins/order?${new URLSearchParams({ type: uid, ...(locale !== undefined && { locale }) }).toString()}`;

/** Links the list of a type to its order page, if the user may order it. */
export const OrderLink = () => {
  const text = useTexts();
  const { slug } = useParams();
  const locale = usePanelLocale();
  // The list works without this link, and the menu has one as well.
  const { data } = useLoaded<OrderedTypes>('/ordering/types', { isOptional: true });
  if (slug === undefined || data?.types.some(({ uid }) => uid === slug) !== true) return null;
  return (
    <TableCorner>
      <IconButton
        tag={Link}
        to={orderAddress(slug, locale)}
        label={text('ordering.open')}
        variant="ghost"
        size="S"
      >
        <Drag />
      </IconButton>
    </TableCorner>
  );
};
