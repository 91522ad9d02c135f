import type { TestContext } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import type { RefundOutcome } from '../connectors/refunds.ts'
import type { MerchantContext } from '../context.ts'
import { activeBanks } from '../features/lookups/lookups.ts'
import { applyRefundOutcome } from '../features/refunds/apply-outcome.ts'
import type { RefundKey } from '../features/refunds/move.ts'
import { createRefundRecord } from '../features/refunds/request.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { merchantAccount } from '../ledger/accounts.ts'
import { getBalance } from '../ledger/ledger.ts'
import { testApp } from './app.ts'
import { runNow } from './drain.ts'

const expiry = { expiryMonth: 12, expiryYear: 2035 }
const cards = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  fails: { number: '4084080000671803', cvv: '180', ...expiry },
  needsAccount: { number: '4084080000671902', cvv: '190', ...expiry },
}
export const gtbBankId = activeBanks.find(({ code }) => code === '058')!.id
let links = 0

/** A business with a payment of NGN 5,000.00, net NGN 4,811.87. */
export async function refundFixture(t: TestContext) {
  const app = await testApp(t)
  const owner = await app.createUser()
  const { call, merchantId } = app.as(owner)
  const link = await call(createPaymentLink, { name: `Ankara ${++links}`, amountKobo: 500_000, feeBearer: 'merchant' })
  const pay = async (card: keyof typeof cards = 'plain', email = 'ada@example.com', name = 'Ada Obi') => {
    const payer = app.asNobody()
    const { accessCode, reference } = await payer.call(startPayment, {
      slug: link.slug,
      checkoutId: crypto.randomUUID(),
      email,
      name,
    })
    await payer.call(payByCard, { accessCode, ...cards[card] })
    return (await call(listPayments, { search: reference })).content[0]!
  }
  const balanceOf = (kind: 'pending' | 'available' = 'pending') =>
    app.runtime.database.read((tx) => getBalance(tx, merchantAccount(merchantId, kind)))
  const runScheduledJobs = async () => {
    app.forward(16 * 60_000)
    await runNow(app.runtime, 'check-refunds')
    await app.drain()
  }
  const getPaymentStatus = async (id: string) => (await call(getPayment, { id })).status
  const user = { id: owner.userId, email: owner.email, sessionId: '' }
  const write = <T>(use: (context: MerchantContext & { user: typeof user }) => Promise<T>) =>
    jobUnitOfWork(app.runtime).write((context) =>
      use({ ...context, merchant: { id: merchantId }, user, apiKey: undefined }),
    )
  /** Creates the refund and deducts the amount, as in a process that stops before it calls the processor. */
  const begin = (id: string, amountKobo: number) =>
    write((context) => createRefundRecord(context, { id, amountKobo, reason: 'requested_by_customer' }))
  /** Applies the processor's outcome of a refund, at any time. */
  const receiveOutcome = ({ id }: Pick<RefundKey, 'id'>, outcome: RefundOutcome) =>
    write((context) => applyRefundOutcome(context, { merchantId, id }, outcome))
  return {
    app,
    owner,
    call,
    merchantId,
    link,
    pay,
    balanceOf,
    runScheduledJobs,
    getPaymentStatus,
    write,
    begin,
    receiveOutcome,
  }
}
