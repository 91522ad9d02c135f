import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { deleteView, listSavedViews, renameView, saveView } from '@adire/contract/saved-views.ts'
import { and, eq, ne, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { savedViews } from './tables.ts'

const savedViewCondition = ({ user, merchant }: MemberContext, ...more: (SQL | undefined)[]) =>
  and(eq(savedViews.merchantId, merchant.id), eq(savedViews.userId, user.id), ...more)

export async function listSavedViewsHandler(
  context: MemberContext,
  { list: listSavedViewsHandler }: ParsedInput<typeof listSavedViews>,
) {
  const content = await context.tx
    .select()
    .from(savedViews)
    .where(savedViewCondition(context, eq(savedViews.list, listSavedViewsHandler)))
    .orderBy(savedViews.createdAt, savedViews.id)
    .limit(limits.savedViews)
  return { content }
}

export async function saveViewHandler(context: MemberContext, { list: of, name, query }: ParsedInput<typeof saveView>) {
  const { tx, merchant, user, now } = context
  await lockViews(context)
  const { content: views } = await listSavedViewsHandler(context, { list: of })
  if (views.length >= limits.savedViews)
    throw problem.conflict('too_many_views', `Delete a view first: ${limits.savedViews} can be saved`)
  requireFreeName(views.some((view) => view.name === name))
  const [saved] = await tx
    .insert(savedViews)
    .values({ merchantId: merchant.id, userId: user.id, list: of, name, query, createdAt: now })
    .returning()
  return saved!
}

export async function renameViewHandler(context: MemberContext, { id, name }: ParsedInput<typeof renameView>) {
  await lockViews(context)
  const taken = await context.tx
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(savedViewCondition(context, eq(savedViews.name, name), ne(savedViews.id, id)))
  requireFreeName(taken.length > 0)
  const [renamed] = await context.tx
    .update(savedViews)
    .set({ name })
    .where(savedViewCondition(context, eq(savedViews.id, id)))
    .returning()
  if (!renamed) throw problem.notFound('view')
  return renamed
}

export async function deleteViewHandler(context: MemberContext, { id }: ParsedInput<typeof deleteView>) {
  const gone = await context.tx
    .delete(savedViews)
    .where(savedViewCondition(context, eq(savedViews.id, id)))
    .returning({ id: savedViews.id })
  if (gone.length === 0) throw problem.notFound('view')
}

/** Locks the user's views, so that two tabs that save at once count one after the other. */
const lockViews = ({ tx, user }: MemberContext) => lockName(tx, `views:${user.id}`)

function requireFreeName(isTaken: boolean): void {
  if (isTaken) throw problem.field('name', 'You already have a view with this name')
}
