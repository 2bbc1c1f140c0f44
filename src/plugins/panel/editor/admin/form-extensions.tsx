import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/content-manager/strapi-admin';
import { useForm } from '@strapi/strapi/admin';
import { wrapSaves } from '#platform/strapi/admin/requests';

/** Distance to the top of the window, below the sticky header. */
const FROM_TOP = '1rem';

/**
 * Restores the focus after Strapi's shortcuts Ctrl+S and Ctrl+Enter, which take it from the active
 * field.
 */
const keepCursor = (): (() => void) => {
  const remember = ({ ctrlKey, metaKey, key }: KeyboardEvent): void => {
    const field = document.activeElement;
    if (!(ctrlKey || metaKey) || !['s', 'enter'].includes(key.toLowerCase())) return;
    setTimeout(() => {
      if (document.activeElement === document.body && field instanceof HTMLElement) field.focus();
    });
  };
  window.addEventListener('keydown', remember, true);
  return () => window.removeEventListener('keydown', remember, true);
};

/**
 * Keeps the panel with Save and Publish visible while a long form is scrolled. On narrow windows,
 * Strapi shows them in a bar at the bottom.
 */
export const ActionsInSight = () => {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(keepCursor, []);
  useEffect(() => {
    const panel = marker.current?.closest('aside');
    const column = panel?.parentElement;
    if (!panel || !column) return undefined;
    // A sticky panel stays within its column, which would otherwise end after the last panel.
    column.style.flexGrow = '1';
    Object.assign(panel.style, { position: 'sticky', top: FROM_TOP, zIndex: '2' });
    // A double click counts once. The second click would save or publish again.
    const ignoreRepeatedClicks = (event: MouseEvent): void => {
      if (event.detail > 1) event.stopPropagation();
    };
    panel.addEventListener('click', ignoreRepeatedClicks, true);
    return () => panel.removeEventListener('click', ignoreRepeatedClicks, true);
  }, []);
  return <span ref={marker} hidden />;
};

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** Conditional fields by entry that had a value when the form was opened and are empty now. */
const emptied = new Map<string, readonly string[]>();

const buildKey = (model: string, documentId = ''): string => `${model} ${documentId}`;

/**
 * Records the conditional fields that the user has emptied. Strapi sends only visible fields. A
 * field that is visible only because of its value disappears when it is emptied, and would keep its
 * stored value.
 */
export const EmptiedFields = () => {
  const { model, id, contentType } = useContentManagerContext();
  const values = useForm('EmptiedFields', (form) => form.values as Values);
  const initial = useForm('EmptiedFields', (form) => form.initialValues as Values);
  const names = Object.entries(contentType?.attributes ?? {})
    .filter(([, attribute]) => 'conditions' in attribute && attribute.conditions !== undefined)
    .map(([name]) => name)
    .filter((name) => !isEmpty(initial[name]) && isEmpty(values[name]));
  const key = buildKey(model, id);
  const joinedNames = names.join(' ');
  useEffect(() => {
    emptied.set(key, joinedNames === '' ? [] : joinedNames.split(' '));
    return () => {
      emptied.delete(key);
    };
  }, [key, joinedNames]);
  return null;
};

/** Makes forms send the fields recorded by {@link EmptiedFields}. Call it once. */
export const sendEmptiedFields = (): void =>
  wrapSaves({
    add: ({ model, documentId }) =>
      Object.fromEntries(
        (emptied.get(buildKey(model, documentId)) ?? []).map((name) => [name, null]),
      ),
    saved: () => undefined,
    refused: () => undefined,
  });
