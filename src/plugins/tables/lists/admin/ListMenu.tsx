import { useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { IconButton, Menu } from '@strapi/design-system';
import { CaretDown, More } from '@strapi/icons';
import { useFetchClient } from '@strapi/strapi/admin';
import { createGlobalStyle } from 'styled-components';
import { openListPopover, TableCorner } from '#platform/strapi/admin/list-controls';
import { useLoaded } from '#platform/admin/use-loaded';
import type { Views } from '../lists';
import { useTexts } from './texts';
import { ViewsDialog } from './ViewsDialog';

/**
 * Styles lists for narrow screens. The toolbar and the actions for selected entries wrap: Strapi's
 * would exceed the edge and hide the last button, or break the words within buttons. Table padding is
 * reduced: the cut-off column at the right would be the publication state.
 */
const CompactTable = createGlobalStyle`
  div:has(> [data-list-bar]) {
    flex-shrink: 1;
  }

  main span + div:has(> button) {
    flex-wrap: wrap;

    > button {
      flex: none;
      white-space: nowrap;
    }
  }

  @media (max-width: 1600px) {
    main [role='grid'] tr > th,
    main [role='grid'] tr > td {
      padding-left: 0.5rem;
      padding-right: 0.5rem;
    }

    main [role='grid'] tr > th span {
      white-space: normal;
    }

    main [role='grid'] tr > td a {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
      min-width: 14rem;
      max-width: 17.5rem;
      white-space: normal;
    }
  }
`;

type NewView = { name: string; query: string; role: number | null };

/** Returns the part of a list's query that a view saves: all but the page. */
const buildSavedQuery = (search: string): string => {
  const query = new URLSearchParams(search);
  query.delete('page');
  return query.toString();
};

/** Loads the user's views of a list; null while loading. */
const useViews = (model: string) => {
  const { post, put, del } = useFetchClient();
  const address = `/lists/${model}/views`;
  const { data: views = null, setData } = useLoaded<Views>(address, { isOptional: true });

  /** Every change is answered with the views after it. */
  const change = async (request: Promise<{ data: { data: Views } }>): Promise<void> => {
    const { data } = await request;
    setData(data.data);
  };

  return {
    listViews: views,
    keep: (view: NewView) => change(post(address, view)),
    rename: (id: string, name: string) => change(put(`${address}/${id}`, { name })),
    remove: (id: string) => change(del(`${address}/${id}`)),
  };
};

type PopoverName = Parameters<typeof openListPopover>[0];

/**
 * Opens saved views; in lists of content, also filters by fields and the choice of columns. It is
 * rendered before the views load, so that the layout does not shift.
 */
export const ListMenu = () => {
  const text = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { slug: model = '' } = useParams();
  const { listViews, keep, rename, remove } = useViews(model);
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const chosenPopover = useRef<PopoverName | null>(null);
  const views = listViews?.views ?? [];
  const isContent = model.startsWith('api::');

  const open = (query: string): void => {
    navigate({ search: query });
  };

  /** A popover closes when it loses the focus, so it opens when the menu has closed. */
  const openChosen = (event: Event): void => {
    if (chosenPopover.current === null) return;
    event.preventDefault();
    openListPopover(chosenPopover.current, () => trigger.current?.focus());
    chosenPopover.current = null;
  };

  const items = (
    <Menu.Content popoverPlacement="bottom-end" maxHeight="32rem" onCloseAutoFocus={openChosen}>
      {views.map(({ id, name, role, query }) => (
        <Menu.Item key={id} onSelect={() => open(query)}>
          {role === null ? name : text('lists.views.shared', { name, role })}
        </Menu.Item>
      ))}
      {views.length > 0 && <Menu.Separator />}
      <Menu.Item disabled={listViews === null} onSelect={() => setIsOpen(true)}>
        {text('lists.views.keep')}
      </Menu.Item>
      {isContent && (
        <>
          <Menu.Item onSelect={() => (chosenPopover.current = 'filters')}>
            {text('lists.filter')}
          </Menu.Item>
          <Menu.Item onSelect={() => (chosenPopover.current = 'columns')}>
            {text('lists.columns')}
          </Menu.Item>
        </>
      )}
    </Menu.Content>
  );

  return (
    <>
      <CompactTable />
      {isContent ? (
        <TableCorner>
          <Menu.Root>
            <Menu.Trigger
              ref={trigger}
              tag={IconButton}
              label={text('lists.menu')}
              icon={<More />}
              variant="ghost"
              size="S"
            />
            {items}
          </Menu.Root>
        </TableCorner>
      ) : (
        <Menu.Root>
          <Menu.Trigger variant="tertiary" size="S" endIcon={<CaretDown />}>
            {text('lists.views')}
          </Menu.Trigger>
          {items}
        </Menu.Root>
      )}
      {isOpen && listViews !== null && (
        <ViewsDialog
          {...listViews}
          onKeep={(name, role) => keep({ name, role, query: buildSavedQuery(search) })}
          onRename={({ id }, name) => rename(id, name)}
          onRemove={({ id }) => remove(id)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
