// Businesses for the crash bench, each with cards that renew daily, a mandate to debit and an account for payouts.

import { eq } from 'drizzle-orm'
import { sandboxMandates } from '../api/connectors/sandbox/tables.ts'
import { sessions, users } from '../api/features/auth/tables.ts'
import { mandates } from '../api/features/direct-debit/tables.ts'
import { memberships } from '../api/features/merchants/tables.ts'
import { addPaymentLink } from '../api/features/payment-links/add-link.ts'
import { addDays, lagosDay } from '../api/lagos.ts'
import type { Runtime } from '../api/runtime.ts'
import { addDueSubscriptions } from '../api/testing/due-subscriptions.ts'
import { gtBankId, testAccounts } from '../api/testing/mandates.ts'
import { addPayoutAccount } from '../api/testing/payout-account.ts'

export interface CrashBusiness {
  merchantId: string
  token: string
  slug: string
  mandateId: string
}

const subscribers = 4
const manyKobo = 10_000_000_000

/** Adds a test business. Its data is written directly to the tables, as if it had existed before the bench. */
export async function addBusiness(runtime: Runtime): Promise<CrashBusiness> {
  const merchantId = await addDueSubscriptions(runtime, subscribers)
  const now = runtime.clock()
  const slug = `crash-${crypto.randomUUID()}`
  const mandateId = crypto.randomUUID()
  const reference = `MND-${mandateId}`
  const token = await runtime.database.write(async (tx) => {
    await tx.$client.query(`update plans set interval = 'daily' where merchant_id = $1`, [merchantId])
    await tx.$client.query(
      `update subscriptions set anchor_at = due_at - interval '1 day', period_starts_at = due_at - interval '1 day',
         stretch_starts_at = due_at - interval '1 day' where merchant_id = $1`,
      [merchantId],
    )
    await addPaymentLink(tx, {
      merchantId,
      slug,
      name: 'Aso oke, one metre',
      amountKobo: 150_000,
      feeBearer: 'merchant',
      status: 'active',
      createdAt: now,
    })
    await addPayoutAccount(tx, merchantId, now)
    await tx.insert(sandboxMandates).values({
      reference,
      script: `058/${testAccounts.ok}`,
      status: 'active',
      accountNumber: mandateId,
      readyAt: now,
    })
    await tx.insert(mandates).values({
      merchantId,
      id: mandateId,
      processor: 'sandbox',
      slug: `mnd_${mandateId}`,
      reference,
      accessCode: mandateId,
      status: 'active',
      readyToDebit: true,
      kind: 'variable',
      customerId: crypto.randomUUID(),
      customerEmail: `payer-${mandateId}@example.com`,
      bankId: gtBankId,
      sealedAccountNumber: '',
      last4: '0018',
      accountName: 'ADA TEST OBI',
      amountKobo: manyKobo,
      limitKobo: manyKobo,
      startOn: addDays(lagosDay(now), -1),
      narration: 'Rent',
      feeBearer: 'merchant',
      createdAt: now,
      since: now,
    })
    const [owner] = await tx
      .select({ userId: users.id, email: users.email, sessionId: sessions.id })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .innerJoin(sessions, eq(sessions.userId, users.id))
      .where(eq(memberships.merchantId, merchantId))
    const { userId, email, sessionId } = owner!
    return runtime.signer.sign(
      { sub: userId, user_name: email, scope: 'profile', sid: sessionId },
      new Date(now.getTime() + 30 * 864e5),
    )
  })
  return { merchantId, token, slug, mandateId }
}
