import type { TestContext } from 'node:test'
import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getSettlement, listSettlements } from '@adire/contract/settlements.ts'
import { isNotNull, isNull } from 'drizzle-orm'
import { payoutAccountChanges } from '../features/bank-accounts/tables.ts'
import { banks } from '../features/lookups/lookups.ts'
import { checkBooks } from '../features/settlements/check-books.ts'
import { holidays } from '../features/settlements/tables.ts'
import { splitParties } from '../features/splits/tables.ts'
import { stepsOf } from '../jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../lagos.ts'
import { type MerchantKind, merchantAccount } from '../ledger/accounts.ts'
import { balance } from '../ledger/ledger.ts'
import { testApp } from './app.ts'
import { runNow } from './drain.ts'
import { confirmSessions, type Person } from './people.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
export const testCards = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  disputed: { number: '4000000000000259', cvv: '123', ...expiry },
}
export const access = banks.find(({ code }) => code === '044')!.id
export const gtb = banks.find(({ code }) => code === '058')!.id

/** The Monday after an instant. */
export function mondayAfter(at: Date): string {
  let day = addDays(lagosDay(at), 1)
  while (new Date(day).getUTCDay() !== 1) day = addDays(day, 1)
  return day
}

let links = 0

/**
 * A business whose week begins on a Monday at 08:00 in Lagos, in a year without holidays, and whose takings, bank and time are in
 * the test's hands. Days are counted from that Monday.
 */
export async function settling(t: TestContext, env: Record<string, string> = {}, known?: Person) {
  const app = await testApp(t, env)
  const { runtime } = app
  await runtime.database.write((tx) => tx.delete(holidays))
  const monday = mondayAfter(runtime.clock())
  const day = (place: number) => addDays(monday, place)
  const to = (place: number, hour: number) =>
    app.forward(startOfDay(day(place)).getTime() + hour * 3_600_000 - runtime.clock().getTime())
  to(0, 8)
  const person = known ?? (await app.person('Tola'))
  const { call, merchantId } = app.as(person)
  const pay = async (amountKobo = 500_000, card: keyof typeof testCards = 'plain') => {
    const link = await call(createPaymentLink, { name: `Lace ${++links}`, amountKobo, feeBearer: 'merchant' })
    const payer = app.asNobody()
    const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com', name: 'Ada Obi' }
    const { accessCode, reference } = await payer.call(startPayment, begun)
    await payer.call(payByCard, { accessCode, ...testCards[card] })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const sweep = async () => {
    for (const name of ['release-reserves', 'gather-settlements', 'pay-settlements']) {
      await runNow(runtime, name)
      await app.drain()
    }
  }
  /** That day at ten past one, when takings are gathered, and at ten past nine, when they are paid. */
  const morning = async (place: number) => {
    to(place, 1.2)
    await sweep()
    to(place, 9.2)
    await sweep()
    return newest()
  }
  const newest = async () => {
    const { content } = await call(listSettlements, {})
    return content[0] && call(getSettlement, { id: content[0].id })
  }
  const confirm = () => confirmSessions(app, person)
  /** Lets every account that was asked for take effect now: the day of waiting has tests of its own. */
  const skipDelay = async () => {
    await runtime.database.write(async (tx) => {
      await tx
        .update(payoutAccountChanges)
        .set({ effectiveAt: runtime.clock() })
        .where(isNull(payoutAccountChanges.endedAt))
      await tx.update(splitParties).set({ pendingFrom: runtime.clock() }).where(isNotNull(splitParties.pendingFrom))
    })
    for (const name of ['change-payout-accounts', 'change-party-accounts']) await runNow(runtime, name)
  }
  const addAccount = async (accountNumber = '0000000017', bankId = access) => {
    await confirm()
    const added = await call(addBankAccount, { bankId, accountNumber, primaryAccount: true })
    await skipDelay()
    return added
  }
  const holds = (kind: MerchantKind) => runtime.database.read((tx) => balance(tx, merchantAccount(merchantId, kind)))
  const faults = async () => (await checkBooks((use) => stepsOf(runtime).write(use))).faults
  return {
    app,
    person,
    call,
    merchantId,
    day,
    to,
    pay,
    sweep,
    morning,
    newest,
    confirm,
    skipDelay,
    addAccount,
    holds,
    faults,
  }
}
