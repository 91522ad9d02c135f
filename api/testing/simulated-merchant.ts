import type { SplitTerms } from '@adire/contract/split-shares.ts'
import { eq, sql } from 'drizzle-orm'
import type { Context, MemberContext } from '../context.ts'
import { sessions } from '../features/auth/tables.ts'
import { openDispute } from '../features/disputes/open.ts'
import { reopenDispute } from '../features/disputes/reopen.ts'
import { acceptAfterDeadline, acceptDisputeHandler, decideDispute } from '../features/disputes/respond.ts'
import { disputes } from '../features/disputes/tables.ts'
import { applyOutcome } from '../features/payments/apply-outcome.ts'
import { addPayment } from '../features/payments/move.ts'
import { applyRefundOutcome } from '../features/refunds/apply-outcome.ts'
import { createRefundRecord } from '../features/refunds/request.ts'
import { createSettlement } from '../features/settlements/create.ts'
import { listOwners, releaseReserves } from '../features/settlements/due.ts'
import { endPayout } from '../features/settlements/end-payout.ts'
import { resumeSettlementHandler } from '../features/settlements/resume.ts'
import { startPayout } from '../features/settlements/start-payout.ts'
import { payoutSettings, payouts, settlements } from '../features/settlements/tables.ts'
import { splitRecipients } from '../features/splits/tables.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../lagos.ts'
import { type MerchantKind, merchantAccount } from '../ledger/accounts.ts'
import { getBalance } from '../ledger/ledger.ts'
import { newDisputeNotice } from './dispute-notice.ts'
import type { settlementFixture } from './settlement-fixture.ts'

type SettlementFixture = Awaited<ReturnType<typeof settlementFixture>>

/** A business that can be paid out, with its own clock that starts on a Monday morning. */
async function openSimulatedMerchant({ app }: SettlementFixture, reserveBps: number) {
  const { merchantId, userId, email } = await app.createUser('Kobo')
  const [session] = await app.runtime.database.read((tx) =>
    tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)),
  )
  const clock = { now: new Date(startOfDay('2030-03-04').getTime() + 10 * 3_600_000) }
  const write = <T>(use: (context: MemberContext) => Promise<T>) =>
    jobUnitOfWork(app.runtime).write((context: Context) =>
      use({
        ...context,
        now: clock.now,
        realNow: clock.now,
        merchant: { id: merchantId },
        user: { id: userId, email, sessionId: session!.id },
        apiKey: undefined,
      }),
    )
  await write(async ({ tx }) => {
    await tx.execute(sql`
      insert into bank_accounts (merchant_id, bank_id, account_number, name_matches, alias, primary_account, created_at)
      values (${merchantId}, ${1}, '0000000017', true, 'Access', true, now())`)
    await tx.insert(payoutSettings).values({ merchantId, ownerId: merchantId, reserveBps, reserveDays: 3 })
  })
  const recipients = await write(({ tx }) =>
    tx
      .insert(splitRecipients)
      .values(
        ['Ada', 'Bola', 'Chi'].map((name, index) => ({
          merchantId,
          name,
          bankId: 1,
          accountNumber: `000000001${index}`,
          accountName: name,
          createdAt: clock.now,
        })),
      )
      .returning({ id: splitRecipients.id }),
  )
  return { merchantId, clock, write, recipientIds: recipients.map(({ id }) => id) }
}

type Opened = Awaited<ReturnType<typeof openSimulatedMerchant>>
type BankMood = 'pays' | 'returns' | 'is silent'

/** Requests the due payouts and applies the bank's outcome to all open requests. */
async function payOut({ merchantId, clock, write }: Opened, bank: BankMood) {
  const due = await write(({ tx }) =>
    tx.select().from(settlements).where(sql`merchant_id = ${merchantId} and next_at <= ${clock.now}`),
  )
  for (const { id } of due) await write((context) => startPayout(context, { merchantId, id }))
  if (bank === 'is silent') return
  const requested = await write(({ tx }) =>
    tx.select().from(payouts).where(sql`merchant_id = ${merchantId} and status = 'requested'`),
  )
  for (const { settlementId: id, reference } of requested) {
    const outcome =
      bank === 'pays'
        ? ({ kind: 'paid', bankReference: reference } as const)
        : ({ kind: 'returned', message: 'The bank sent the money back' } as const)
    await write((context) => endPayout(context, { merchantId, id }, reference, outcome))
  }
}

async function confirmAccounts({ merchantId, clock, write }: Opened) {
  const held = await write(({ tx }) =>
    tx.select().from(settlements).where(sql`merchant_id = ${merchantId} and hold_reason = 'payouts_returned'`),
  )
  for (const { id } of held)
    await write(async (context) => {
      const confirmed = { confirmedAt: clock.now }
      await context.tx.update(sessions).set(confirmed).where(eq(sessions.id, context.user.sessionId))
      await resumeSettlementHandler(context, { id })
    })
}

type DisputeEnd = 'open' | 'won' | 'lost' | 'in part'

/** Opens a dispute of a payment and ends it. `share`: the part that is accepted; a dispute won with more than 0.6 is opened again. */
async function disputePayment({ merchantId, write }: Opened, id: string, share: number, ends: DisputeEnd) {
  await write(async (context) => {
    const dispute = await openDispute(context, { merchantId, id }, newDisputeNotice())
    if (!dispute || ends === 'open') return
    const later = { ...context, now: new Date(dispute.dueAt.getTime() + 1) }
    if (ends === 'lost') return acceptAfterDeadline(later, dispute)
    if (ends === 'in part') {
      const amountKobo = 1 + Math.floor(dispute.amountKobo * share)
      return void (await acceptDisputeHandler(context, { id: dispute.id, amountKobo }))
    }
    await context.tx.update(disputes).set({ status: 'awaiting_bank_feedback' }).where(sql`id = ${dispute.id}`)
    await decideDispute(context, dispute, 'won', 'bank')
    if (share > 0.6) await reopenDispute(context, dispute, 'reopened')
  }).catch(ignoreRejections)
}

/** A business with its own clock. Each operation calls a handler of the product. */
export async function createSimulatedMerchant(fixture: SettlementFixture, { reserveBps }: { reserveBps: number }) {
  const opened = await openSimulatedMerchant(fixture, reserveBps)
  const { merchantId, clock, write, recipientIds } = opened
  let bank: BankMood = 'pays'
  const paid: string[] = []
  return {
    merchantId,
    recipientIds,
    clock,
    write,
    /** Current Lagos day of its clock. */
    today: () => lagosDay(clock.now),
    setBank: (next: BankMood) => {
      bank = next
    },
    /** Makes a card payment, with a split if given. Resolves with the payment's id. */
    async pay(amountKobo: number, split?: SplitTerms, feeBearer: 'merchant' | 'customer' = 'merchant') {
      const payment = await write(({ tx }) =>
        addPayment(tx, {
          merchantId,
          reference: `pay_${crypto.randomUUID()}`,
          accessCode: crypto.randomUUID(),
          status: 'pending',
          step: 'select_channel',
          priceKobo: amountKobo,
          amountKobo,
          feeBearer,
          ...(split && { split, splitId: crypto.randomUUID() }),
          customerEmail: 'ada@example.com',
          createdAt: clock.now,
          expiresAt: clock.now,
        }),
      )
      await write((context) => applyOutcome(context, payment, { kind: 'success', paidBy: 'card' }))
      paid.push(payment.id)
      return payment.id
    },
    async refund(share: number, ends: 'processed' | 'failed', maxKobo = 90_000) {
      const id = paid[Math.floor(share * paid.length)]
      if (!id) return
      await write(async (context) => {
        const amountKobo = 1 + Math.floor(share * maxKobo)
        const refund = await createRefundRecord(context, { id, amountKobo, reason: 'duplicate' })
        const outcome = ends === 'failed' ? { kind: 'failed' as const, message: 'No' } : { kind: 'processed' as const }
        await applyRefundOutcome(context, refund, outcome)
      }).catch(ignoreRejections)
    },
    async dispute(share: number, ends: DisputeEnd) {
      const id = paid[Math.floor(share * paid.length)]
      if (id) await disputePayment(opened, id, share, ends)
    },
    /** Confirms the accounts that returned payouts. */
    confirmAccounts: () => confirmAccounts(opened),
    /** Moves to the next day: releases funds, creates settlements and pays them. */
    async morning() {
      const day = addDays(lagosDay(clock.now), 1)
      const at = (hour: number) => new Date(startOfDay(day).getTime() + hour * 3_600_000)
      clock.now = at(0.2)
      await write((context) => releaseReserves(context, merchantId))
      clock.now = at(1.1)
      const owners = await write(({ tx }) => listOwners(tx, merchantId))
      await Promise.all([...owners, ...owners].map((owner) => write((context) => createSettlement(context, owner))))
      clock.now = at(9.1)
      await Promise.all([payOut(opened, bank), payOut(opened, bank)])
      clock.now = at(10)
    },
    balanceOf: (kind: MerchantKind, owner = merchantId) =>
      write(({ tx }) => getBalance(tx, merchantAccount(owner, kind))),
  }
}

const ignoreRejections = (error: Error) => {
  if (error.name !== 'Problem') throw error
}
