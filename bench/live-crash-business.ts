import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { createSettlement } from '../api/features/settlements/create.ts'
import { payOut } from '../api/features/settlements/jobs.ts'
import { holidays } from '../api/features/settlements/tables.ts'
import { enqueueJob } from '../api/jobs/queue.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { addDays, lagosDay, startOfDay } from '../api/lagos.ts'
import type { Runtime } from '../api/runtime.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { addPayoutAccount } from '../api/testing/payout-account.ts'
import { createUser } from '../api/testing/users.ts'
import type { LiveProcessors } from './live-crash-processors.ts'

export interface LiveBusiness {
  merchantId: string
  token: string
  savedCardId: string
  /** Whether the card is saved at Monnify, which cannot return money to it. */
  isAtMonnify: boolean
  /** Of its payment link. */
  slug: string
  /** The last day on which its proceeds were settled; each settlement is one day later. */
  settledOn: string
}

export const connectLive = (
  { url }: CrashServer,
  business?: Pick<LiveBusiness, 'merchantId' | 'token'>,
): ApiConnection => ({
  baseUrl: (name) => `${url}/live/${name}`,
  token: () => business?.token,
  merchantId: () => business!.merchantId,
})

/**
 * A live business with a payment link and an account for payouts, whose customer has paid once on the page of a processor and saved the
 * card there.
 */
export async function addLiveBusiness(
  runtime: Runtime,
  server: CrashServer,
  { paystack, monnify }: LiveProcessors,
  { number, isAtMonnify }: { number: number; isAtMonnify: boolean },
): Promise<LiveBusiness> {
  const { merchantId, token } = await createUser(runtime, `crash${number}`, 'LIVE')
  const now = runtime.clock()
  await runtime.database.write(async (tx) => {
    await tx.delete(holidays)
    await addPayoutAccount(tx, merchantId, now)
  })
  const connection = connectLive(server, { merchantId, token })
  const payer = connectLive(server)
  const email = `payer-${number}@example.com`
  const charge = { amountKobo: 500_000, email, saveCard: true }
  const { authorizationUrl } = await callEndpoint(connection, initialiseCharge, charge)
  const begun = { slug: authorizationUrl.split('/').at(-1)!, checkoutId: crypto.randomUUID(), email }
  const { accessCode, reference } = await callEndpoint(payer, startPayment, begun)
  if (isAtMonnify) paystack.control.addFault({ operation: 'transaction_initialize', kind: 'cut-before' })
  await callEndpoint(payer, openCardPage, { accessCode })
  const { control } = isAtMonnify ? monnify : paystack
  await control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  const { slug } = await callEndpoint(connection, createPaymentLink, { name: `Lace ${number}`, amountKobo: 300_000 })
  for (;;) {
    const { content } = await callEndpoint(connection, listSavedCards, { email })
    if (content[0])
      return { merchantId, token, savedCardId: content[0].id, isAtMonnify, slug, settledOn: lagosDay(now) }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Settles the proceeds of a business, as on the next working day, and lets the product pay them out, or query its bank, at once. */
export async function settleNow(runtime: Runtime, business: LiveBusiness): Promise<void> {
  do business.settledOn = addDays(business.settledOn, 1)
  while ([0, 6].includes(new Date(business.settledOn).getUTCDay()))
  const now = new Date(startOfDay(business.settledOn).getTime() + 2 * 3_600_000)
  const owner = { merchantId: business.merchantId, ownerId: business.merchantId }
  await jobUnitOfWork(runtime).write(async (context) => {
    await createSettlement({ ...context, now }, owner)
    const { merchantId } = business
    const { rows } = await context.tx.$client.query<{ id: string }>(
      `update settlements set next_at = now() where merchant_id = $1 and status in ('pending', 'processing') returning id`,
      [merchantId],
    )
    // The scheduled job that looks for these runs once a minute; most of these processes do not live as long.
    for (const { id: settlementId } of rows)
      await enqueueJob(context.tx, payOut, { merchantId, settlementId }, { merchantId })
  }, 'LIVE')
}
