import type { Permission } from '@adire/contract/permissions.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { type ApprovalRecord, findApproval } from './move.ts'
import { maySee, readPermissions } from './persons.ts'

const none: ReadonlySet<Permission> = new Set()

/** What the caller may do; for a key nothing, because it decides on nothing and sees only its own requests. */
export const readCaller = async ({ tx, merchant, user }: MerchantContext) => ({
  userId: user?.id,
  held: user ? await readPermissions(tx, merchant.id, user.id) : none,
})

export const isOwnRequest = (request: ApprovalRecord, { user, apiKey }: Pick<MerchantContext, 'user' | 'apiKey'>) =>
  user ? request.requestedByUserId === user.id : request.requestedByKeyId === apiKey?.id

/**
 * A request that the caller may see.
 * @throws 404 approval_not_found
 */
export async function requireVisible(context: MerchantContext, id: string): Promise<ApprovalRecord> {
  const request = await findApproval(context.tx, { merchantId: context.merchant.id, id })
  if (isOwnRequest(request, context)) return request
  const { held } = await readCaller(context)
  if (!maySee(held, request.action)) throw problem.notFound('approval')
  return request
}
