import { readWebhook } from 'education-cms-client';
import { revalidateTag } from 'next/cache';

/**
 * Renders pages again after a publication. All of them are marked: the service answers from its
 * memory. Sites with many pages read `Result.tags` with `cacheTag` and mark `staleTags(message)`.
 */
export async function POST(request: Request): Promise<Response> {
  const message = await readWebhook(request, process.env.CMS_WEBHOOK_SECRET ?? '');
  if (message === undefined) return new Response(null, { status: 401 });
  revalidateTag('cms', { expire: 0 });
  return new Response(null, { status: 204 });
}
