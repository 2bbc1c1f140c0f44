import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Menu } from '@strapi/design-system';
import { CaretDown } from '@strapi/icons';
import { useTexts } from './texts';
import { useList } from './use-list';
import { useViews } from './use-views';
import { savedQuery } from './view-query';
import { ViewsDialog } from './ViewsDialog';

/** Opens saved views. It is rendered before they load, so that the layout does not shift. */
export const ViewsMenu = () => {
  const text = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { model } = useList();
  const { found, keep, rename, remove } = useViews(model);
  const [isOpen, setIsOpen] = useState(false);
  const views = found?.views ?? [];

  const open = (query: string): void => {
    navigate({ search: query });
  };

  return (
    <>
      <Menu.Root>
        <Menu.Trigger variant="tertiary" size="S" endIcon={<CaretDown />} disabled={found === null}>
          {text('lists.views')}
        </Menu.Trigger>
        <Menu.Content popoverPlacement="bottom-end">
          {views.map(({ id, name, role, query }) => (
            <Menu.Item key={id} onSelect={() => open(query)}>
              {role === null ? name : text('lists.views.shared', { name, role })}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Separator />}
          <Menu.Item onSelect={() => setIsOpen(true)}>{text('lists.views.keep')}</Menu.Item>
        </Menu.Content>
      </Menu.Root>
      {isOpen && found !== null && (
        <ViewsDialog
          {...found}
          onKeep={(name, role) => keep({ name, role, query: savedQuery(search) })}
          onRename={({ id }, name) => rename(id, name)}
          onRemove={({ id }) => remove(id)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
};
