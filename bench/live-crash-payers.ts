// What payers and businesses do while the product is killed: each request has a key, and is repeated until it gets a response.
import { callEndpoint } from '@adire/contract/call.ts'
import { openCardPage, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { chargeSavedCard } from '@adire/contract/saved-cards.ts'
import type { Runtime } from '../api/runtime.ts'
import type { Pending, Refundable } from './interrupted.ts'
import { connectLive, type LiveBusiness } from './live-crash-business.ts'
import type { LiveProcessors } from './live-crash-processors.ts'

/** What got a response, by key. */
export const charges = new Map<string, string>()
export const transfers = new Map<string, string>()
export const cardPages = new Map<string, string>()
/** Payments of which money can be returned, or which a payer can dispute. */
export const refundable: Refundable[] = []
/** Payments that were paid by transfer or on a card page and that the product may not know of yet, by reference. */
const paid = new Map<string, LiveBusiness>()

export function prepareCharge(business: LiveBusiness): Pending {
  const key = crypto.randomUUID()
  const input = { id: business.savedCardId, amountKobo: 200_000, reference: `order-${key}` }
  return {
    key,
    sent: 0,
    send: async (server) => {
      const { payment } = await callEndpoint(connectLive(server, business), chargeSavedCard, input)
      if (payment?.status === 'success' && !business.isAtMonnify) addRefundable(business, payment.id)
      return payment!.id
    },
    done: (id) => charges.set(key, id),
  }
}

const addRefundable = (business: LiveBusiness, id: string) =>
  refundable.push({ connect: (server) => connectLive(server, business), id })

/** A payer who opens an account number and pays into it; one in six sends too little first, and gets it back. */
export function prepareTransfer(runtime: Runtime, processors: LiveProcessors, business: LiveBusiness): Pending {
  const key = crypto.randomUUID()
  const begun = { slug: business.slug, checkoutId: key, email: `payer-${key}@example.com` }
  return {
    key,
    sent: 0,
    send: async (server) => {
      const payer = connectLive(server)
      const { accessCode, reference, amountKobo } = await callEndpoint(payer, startPayment, begun)
      const { transfer } = await callEndpoint(payer, payByTransfer, { accessCode })
      const { control } = processors[await readProcessor(runtime, reference)]
      const sent = { accountNumber: transfer!.accountNumber, senderName: 'ADA OBI', senderBank: 'Kuda Bank' }
      if (Math.random() < 1 / 6) await control.transferIn({ ...sent, amountKobo: amountKobo - 100 })
      await control.transferIn({ ...sent, amountKobo })
      paid.set(reference, business)
      return reference
    },
    done: (reference) => transfers.set(key, reference),
  }
}

/** A payer who opens a card page and pays there; one in four has a first card declined. */
export function prepareCardPage(business: LiveBusiness): Pending {
  const key = crypto.randomUUID()
  const begun = { slug: business.slug, checkoutId: key, email: `payer-${key}@example.com` }
  return {
    key,
    sent: 0,
    send: async (server) => {
      const payer = connectLive(server)
      const { accessCode, reference } = await callEndpoint(payer, startPayment, begun)
      const { openUrl } = await callEndpoint(payer, openCardPage, { accessCode })
      if (openUrl && Math.random() < 1 / 4) await decideOnPage(openUrl, 'declined')
      if (openUrl) await decideOnPage(openUrl, 'success')
      paid.set(reference, business)
      return reference
    },
    done: (reference) => cardPages.set(key, reference),
  }
}

/** Presses a button of the processor's page. */
const decideOnPage = (url: string, decision: 'success' | 'declined') =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })

async function readProcessor({ database }: Runtime, reference: string): Promise<keyof LiveProcessors> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ processor: keyof LiveProcessors }>('select processor from payments where reference = $1', [
      reference,
    ]),
  )
  return rows[0]!.processor
}

/** Makes the payments refundable whose outcome the product has seen. */
export async function takePaid({ database }: Runtime): Promise<void> {
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ id: string; reference: string; isReturned: boolean }>(
      // Cards of Monnify are refunded to an account that somebody has to give.
      `select id, reference, channel = 'bank_transfer' or processor = 'paystack' as "isReturned" from payments where reference = any($1) and status = 'success'`,
      [[...paid.keys()]],
    ),
  )
  for (const { id, reference, isReturned } of rows) {
    if (isReturned) addRefundable(paid.get(reference)!, id)
    paid.delete(reference)
  }
}
