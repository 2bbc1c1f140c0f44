import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { IconButton } from '@strapi/design-system';
import { Drag } from '@strapi/icons';
import { useFetchClient, useQueryParams } from '@strapi/strapi/admin';
import type { OrderedTypes } from '../order';
import { TableCorner } from '../../../../platform/strapi/admin/list-controls';
import { orderAddress } from './address';
import { useTexts } from './texts';

type Query = { plugins?: { i18n?: { locale?: string } } };

/** Links the list of a type to its order page, if the user may order it. */
export const OrderLink = () => {
  const text = useTexts();
  const { slug } = useParams();
  const { get } = useFetchClient();
  const [{ query }] = useQueryParams<Query>();
  const [ordered, setOrdered] = useState<readonly string[]>([]);

  useEffect(() => {
    get<{ data: OrderedTypes }>('/ordering/types').then(
      ({ data }) => setOrdered(data.data.types.map(({ uid }) => uid)),
      // The list works without this link, and the menu has one as well.
      () => undefined,
    );
  }, [get]);

  if (slug === undefined || !ordered.includes(slug)) return null;
  return (
    <TableCorner>
      <IconButton
        tag={Link}
        to={orderAddress(slug, query.plugins?.i18n?.locale)}
        label={text('ordering.open')}
        variant="ghost"
        size="S"
      >
        <Drag />
      </IconButton>
    </TableCorner>
  );
};
