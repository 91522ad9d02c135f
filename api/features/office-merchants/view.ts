import {
  openMerchantView,
  type viewMerchantDashboard,
  viewMs,
  viewOpensWithinMs,
} from '@adire/contract/back-office/merchants.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { StaffContext } from '../../context.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { Problem, problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import type { Runtime } from '../../runtime.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { hashToken } from '../auth/hash-token.ts'
import { merchantViews, users } from '../auth/tables.ts'
import { findBusiness } from '../kyc/review.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { recordStaffEvent } from '../staff/events.ts'

/**
 * Lets the person view the dashboard of a business for half an hour. The code opens it once, within a minute. Both audit logs have the
 * reason, and the members are notified, before anything is shown.
 * @throws 404 business_not_found, member_not_found without an owner
 */
export async function viewMerchantDashboardHandler(
  context: StaffContext,
  { id, reason }: ParsedInput<typeof viewMerchantDashboard>,
) {
  const { tx, staff, realNow, config } = context
  const business = await findBusiness(tx, id)
  const [owner] = await tx
    .select()
    .from(memberships)
    .where(and(eq(memberships.merchantId, id), eq(memberships.role, 'owner')))
  if (!owner) throw problem.notFound('member')
  const code = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
  const expiresAt = new Date(realNow.getTime() + viewMs)
  await tx.insert(merchantViews).values({
    merchantId: id,
    userId: owner.userId,
    staffId: staff.id,
    staffName: staff.name,
    codeHash: hashToken(code),
    createdAt: realNow,
    expiresAt,
  })
  const after = { reason, until: expiresAt.toISOString() }
  await recordStaffEvent(context, {
    action: 'merchant.viewed',
    object: `${business.businessName} (${business.merchantCode})`,
    after,
    merchantId: id,
  })
  await recordAuditEvent(context, { action: 'dashboard.viewed', object: business.businessName, after, merchantId: id })
  await sendNotification({ ...context, mode: business.mode }, id, {
    kind: 'security',
    title: `${config.brand.name} views your dashboard`,
    text: `${staff.name} of ${config.brand.name} can read your dashboard for 30 minutes: ${reason}. Nothing can be changed, and keys are hidden.`,
    path: '/settings/audit-log',
  })
  return { code, expiresAt: expiresAt.toISOString() }
}

const merchantsOfCodes = merchantsOfNames(merchantViews, merchantViews.codeHash)

/**
 * Exchanges the code for the token of the view, once.
 * @throws 422 view_not_valid for an unknown, used or old code
 */
async function openMerchantViewOf(runtime: Runtime, code: string) {
  const now = runtime.clock()
  const { view, business, owner } = await runtime.database.write(async (tx) => {
    const codeHash = hashToken(code)
    const view = await merchantsOfCodes.findByName(tx, codeHash, (merchantId) =>
      tx
        .update(merchantViews)
        .set({ openedAt: now })
        .where(
          and(
            eq(merchantViews.merchantId, merchantId),
            eq(merchantViews.codeHash, codeHash),
            isNull(merchantViews.openedAt),
            gt(merchantViews.createdAt, new Date(now.getTime() - viewOpensWithinMs)),
          ),
        )
        .returning(),
    )
    if (!view) throw new Problem(422, 'view_not_valid', 'This view was opened already, or too late. Open it again')
    const [business] = await tx.select().from(merchants).where(eq(merchants.id, view.merchantId))
    const [owner] = await tx.select().from(users).where(eq(users.id, view.userId))
    return { view, business: business!, owner: owner! }
  })
  const accessToken = await runtime.signer.sign(
    { sub: owner.id, user_name: owner.email, sid: view.id, merchant_id: business.id, scope: 'view', aud: 'view' },
    view.expiresAt,
  )
  return {
    accessToken,
    merchantId: business.id,
    mode: business.mode,
    businessName: business.businessName,
    staffName: view.staffName,
    expiresAt: view.expiresAt.toISOString(),
  }
}

/** Serves `openMerchantView`, which signs a token and so is no ordinary handler. */
export function serveMerchantViews(app: FastifyInstance, runtime: Runtime): void {
  app.post(`/operator/api/${openMerchantView.path}`, async (request, reply) => {
    const { code } = validateInput(openMerchantView, (request.body ?? {}) as Record<string, unknown>)
    return reply.send(await openMerchantViewOf(runtime, code))
  })
}
