import type { ToDoList } from '#plugins/quality/content-quality/content-quality';
import { runFullScan } from '#plugins/quality/content-quality/server/scan';
import { PRODUCT, sellable, startDesk } from '../publishing-rules/support';
import { openSchool, store } from '../rights/support';
import type { Admin } from '../support/admin';

export const signal = new AbortController().signal;

/** Starts the service with two business lines. Returns the functions that the suites of the to-do list share. */
export const startToDoList = async () => {
  const desk = await startDesk();
  const school = await openSchool(desk.app);
  return {
    desk,
    school,

    product: (changes: object = {}): Promise<string> =>
      store(desk.app, PRODUCT, {
        ...sellable(desk, { verticals: [school.medicina.documentId] }),
        ...changes,
      }),

    look: (): Promise<void> => runFullScan(desk.app, signal),

    toDoList: async (who: Admin = desk.admin): Promise<ToDoList> => {
      const { status, body } = await who.get('/content-quality/to-do');
      expect(status).toBe(200);
      return body.data as ToDoList;
    },
  };
};

export type ToDoListDesk = Awaited<ReturnType<typeof startToDoList>>;
