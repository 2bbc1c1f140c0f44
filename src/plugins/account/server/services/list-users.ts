import type { Readable } from 'node:stream';
import type { Core } from '@strapi/types';
import type { ListedUser } from '../../contract';
import { startedStream } from '../../../../http/started-stream';
import { postalAddressOf } from '../addresses';
import { type User, usersOf } from '../users';

const BATCH = 1000;

const listed = (user: Pick<User, keyof ListedUser>): ListedUser => ({
  id: user.id,
  email: user.email,
  username: user.username,
  nameLastName: user.nameLastName,
  role: user.role && { name: user.role.name, id: user.role.id },
  phone: user.phone,
  origin: user.origin,
  billingAddress: postalAddressOf(user.billingAddress),
  mailingAddress: postalAddressOf(user.mailingAddress),
});

/** The list as JSON text, read in batches as fast as it is fetched: it never is in memory as a whole. */
async function* everyUser({ strapi }: { strapi: Core.Strapi }): AsyncGenerator<string> {
  let last = 0;
  let separator = '[';
  for (;;) {
    const users = await usersOf({ strapi }).findMany({
      where: { id: { $gt: last } },
      orderBy: { id: 'asc' },
      limit: BATCH,
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
      yield separator + users.map((user) => JSON.stringify(listed(user))).join(',');
      separator = ',';
    }
    last = users.at(-1)?.id ?? last;
    if (users.length < BATCH) break;
  }
  yield separator === '[' ? '[]' : ']';
}

/** Every user, for those who manage them. */
export const streamUsers = ({ strapi }: { strapi: Core.Strapi }): Promise<Readable> =>
  startedStream(everyUser({ strapi }), { objectMode: false });
