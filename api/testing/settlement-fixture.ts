import type { TestContext } from 'node:test'
import { setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import type { Mode } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { isNotNull, isNull } from 'drizzle-orm'
import { payoutAccountChanges } from '../features/bank-accounts/tables.ts'
import { activeBanks } from '../features/lookups/lookups.ts'
import { checkLedger } from '../features/settlements/check-ledger.ts'
import { holidays } from '../features/settlements/tables.ts'
import { splitRecipients } from '../features/splits/tables.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../lagos.ts'
import { type MerchantKind, merchantAccount } from '../ledger/accounts.ts'
import { getBalance } from '../ledger/ledger.ts'
import type { Runtime } from '../runtime.ts'
import { testApp } from './app.ts'
import { runNow } from './drain.ts'
import { asStaff, createStaff } from './staff.ts'
import { confirmSessions, createUser, type TestUser } from './users.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
export const testCards = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  disputed: { number: '4000000000000259', cvv: '123', ...expiry },
}
export const accessBankId = activeBanks.find(({ code }) => code === '044')!.id
export const gtbBankId = activeBanks.find(({ code }) => code === '058')!.id

/** The Monday after an instant. */
export function mondayAfter(at: Date): string {
  let day = addDays(lagosDay(at), 1)
  while (new Date(day).getUTCDay() !== 1) day = addDays(day, 1)
  return day
}

let links = 0

/**
 * A business whose first day is a Monday at 08:00 in Lagos, in a year without holidays. The test controls its proceeds, bank and clock.
 * Days are counted from that Monday.
 */
export async function settlementFixture(
  t: TestContext,
  env: Record<string, string> = {},
  known?: TestUser,
  mode: Mode = 'TEST',
) {
  const app = await testApp(t, env)
  const { runtime } = app
  await runtime.database.write((tx) => tx.delete(holidays))
  const monday = mondayAfter(runtime.clock())
  const day = (dayNumber: number) => addDays(monday, dayNumber)
  const to = (dayNumber: number, hour: number) =>
    app.forward(startOfDay(day(dayNumber)).getTime() + hour * 3_600_000 - runtime.clock().getTime())
  to(0, 8)
  const user = known ?? (await createUser(runtime, 'Tola', mode))
  const { call, merchantId } = app.as(user, mode)
  const pay = async (amountKobo = 500_000, card: keyof typeof testCards = 'plain') => {
    const link = await call(createPaymentLink, { name: `Lace ${++links}`, amountKobo, feeBearer: 'merchant' })
    const payer = app.asNobody()
    const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com', name: 'Ada Obi' }
    const { accessCode, reference } = await payer.call(startPayment, begun)
    await payer.call(payByCard, { accessCode, ...testCards[card] })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const runScheduledJobs = async () => {
    for (const name of ['release-reserves', 'create-settlements', 'pay-settlements']) {
      await runNow(runtime, name)
      await app.drain()
    }
  }
  /** Moves to 01:10 of that day, when settlements are created, and to 09:10, when they are paid. */
  const morning = async (dayNumber: number) => {
    to(dayNumber, 1.2)
    await runScheduledJobs()
    to(dayNumber, 9.2)
    await runScheduledJobs()
    return newest()
  }
  const newest = async () => {
    const { content } = await call(listSettlements, {})
    return content[0] && call(getSettlement, { id: content[0].id })
  }
  const confirm = () => confirmSessions(app, user)
  const skipDelay = () => activateAccountChanges(runtime)
  const addAccount = async (accountNumber = '0000000017', bankId = accessBankId) => {
    await confirm()
    const added = await call(addBankAccount, { bankId, accountNumber, primaryAccount: true })
    await skipDelay()
    return added
  }
  const balanceOf = (kind: MerchantKind) =>
    runtime.database.read((tx) => getBalance(tx, merchantAccount(merchantId, kind)))
  return {
    app,
    user,
    call,
    merchantId,
    day,
    to,
    pay,
    runScheduledJobs,
    morning,
    newest,
    confirm,
    skipDelay,
    addAccount,
    balanceOf,
    faults: async () => (await checkLedger((use) => jobUnitOfWork(runtime).write(use))).faults,
  }
}

/** Activates all pending account changes now; the delay of one day has its own tests. */
async function activateAccountChanges(runtime: Runtime): Promise<void> {
  const now = runtime.clock()
  await runtime.database.write(async (tx) => {
    await tx.update(payoutAccountChanges).set({ effectiveAt: now }).where(isNull(payoutAccountChanges.endedAt))
    await tx.update(splitRecipients).set({ pendingFrom: now }).where(isNotNull(splitRecipients.pendingFrom))
  })
  for (const name of ['change-payout-accounts', 'change-recipient-accounts']) await runNow(runtime, name)
}

/** As `settlementFixture`, with an account, and a reserve of 10 percent for three days; `office` makes calls of the provider's finance. */
export async function reserveFixture(t: TestContext) {
  const fixture = await settlementFixture(t)
  const { app, merchantId: id } = fixture
  const office = asStaff(app, await createStaff(app, 'finance'))
  await office(setMerchantPayoutTerms, { id, reserveBps: 1_000, reserveDays: 3, stampDutyBearer: 'merchant' })
  await fixture.addAccount()
  return { ...fixture, office }
}
