import type { Readable } from 'node:stream';
import type { WithStrapi } from '#platform/strapi/with-strapi';
import type { Input } from '#platform/http/endpoint';
import { getRequestedPage, computeWindow } from '#platform/http/pagination';
import type { ListedUser, listUsers } from '../../contract';
import { startStream } from '#platform/http/started-stream';
import { toPostalAddress } from '../addresses';
import { type User, getUserTable } from '../users';

const BATCH = 1000;

const toListedUser = (user: Pick<User, keyof ListedUser>): ListedUser => ({
  id: user.id,
  email: user.email,
  username: user.username,
  nameLastName: user.nameLastName,
  role: user.role && { name: user.role.name, id: user.role.id },
  phone: user.phone,
  origin: user.origin,
  billingAddress: toPostalAddress(user.billingAddress),
  mailingAddress: toPostalAddress(user.mailingAddress),
});

/** Range of the list of users, in the order of their creation. */
type Page = { since: string | undefined; skipped: number; most: number };

/**
 * Returns the list as JSON text. It is read in batches as fast as the client receives it, and is
 * never in memory as a whole.
 */
async function* listOf(
  { strapi }: WithStrapi,
  { since, skipped, most }: Page,
): AsyncGenerator<string> {
  let last = 0;
  let remainingCount = most;
  let separator = '[';
  while (remainingCount > 0) {
    const limit = Math.min(BATCH, remainingCount);
    const users = await getUserTable({ strapi }).findMany({
      where: { id: { $gt: last }, ...(since !== undefined && { updatedAt: { $gte: since } }) },
      orderBy: { id: 'asc' },
      limit,
      // Only for the first batch; each following one starts after the last user before it.
      ...(last === 0 && skipped > 0 && { offset: skipped }),
      select: [
        'id',
        'email',
        'username',
        'nameLastName',
        'phone',
        'origin',
        'billingAddress',
        'mailingAddress',
      ],
      populate: { role: { select: ['id', 'name'] } },
    });
    if (users.length > 0) {
      yield separator + users.map((user) => JSON.stringify(toListedUser(user))).join(',');
      separator = ',';
    }
    last = users.at(-1)?.id ?? last;
    remainingCount -= users.length;
    if (users.length < limit) break;
  }
  yield separator === '[' ? '[]' : ']';
}

/**
 * Returns a stream of all users, a page of them, or those that changed since a time, for callers
 * who manage users.
 */
export const streamUsers = (
  { strapi }: WithStrapi,
  { updatedSince, ...window }: Input<typeof listUsers>['query'],
): Promise<Readable> => {
  const page = getRequestedPage(window);
  const { start, limit } = page === null ? { start: 0, limit: Infinity } : computeWindow(page);
  const userPage = { since: updatedSince, skipped: start, most: limit };
  return startStream(listOf({ strapi }, userPage), { objectMode: false });
};
