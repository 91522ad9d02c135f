import * as z from 'zod/mini'
import type { EventSubject, ProcessorEvents } from '../events.ts'
import type { ReturnReason } from '../instructions.ts'
import { parseJson } from '../parse-json.ts'
import { isSignedWith } from '../signatures.ts'
import { paymentReference } from '../transaction-references.ts'
import type { MonnifyClient } from './client.ts'
import { isOfRefund, toOurReference } from './refunds.ts'
import { Kobo, Transaction } from './transactions.ts'

const Source = z.object({ amountPaid: Kobo })
const Event = z.object({
  eventType: z.string(),
  eventData: z.object({
    paymentReference: z.optional(z.nullable(z.string())),
    transactionReference: z.optional(z.nullable(z.string())),
    reference: z.optional(z.nullable(z.string())),
    externalMandateReference: z.optional(z.nullable(z.string())),
    mandateReference: z.optional(z.nullable(z.string())),
    paymentSourceInformation: z.optional(z.unknown()),
    paymentRejectionInformation: z.optional(z.nullable(z.object({ rejectionReason: z.optional(z.string()) }))),
  }),
})
type Event = z.output<typeof Event>

/** Events of Monnify, signed with the secret key. */
export const monnifyEvents = (client: MonnifyClient): ProcessorEvents => ({
  isAuthentic: (event) => isSignedWith(event, 'monnify-signature', client.secretKey),
  async read(body) {
    const { data: event } = z.safeParse(Event, parseJson(body))
    return event && toSubject(client, event)
  },
})

async function toSubject(client: MonnifyClient, { eventType, eventData }: Event): Promise<EventSubject | undefined> {
  const { paymentReference: charge, transactionReference, reference } = eventData
  if (eventType === 'SUCCESSFUL_TRANSACTION' && charge)
    return { kind: 'payment', reference: paymentReference(charge), charge }
  if (/^(SUCCESSFUL|FAILED|REVERSED)_DISBURSEMENT$/.test(eventType) && reference)
    return isOfRefund(reference)
      ? { kind: 'own_refund', reference: toOurReference(reference) }
      : { kind: 'payout', reference }
  const mandateReference = eventData.externalMandateReference ?? eventData.mandateReference
  if (eventType === 'MANDATE_UPDATE' && mandateReference) return { kind: 'mandate', reference: mandateReference }
  if (eventType === 'REJECTED_PAYMENT' && charge) return toReturned(charge, eventData)
  if (/^(SUCCESSFUL|FAILED)_REFUND$/.test(eventType) && transactionReference) {
    // Monnify names only its own reference of the transaction here.
    const path = `/api/v2/transactions/${encodeURIComponent(transactionReference)}`
    const refunded = (await client.call('GET', path, { schema: Transaction })).paymentReference
    return { kind: 'refund', reference: paymentReference(refunded), charge: refunded }
  }
  return undefined
}

function toReturned(charge: string, eventData: Event['eventData']): EventSubject | undefined {
  const { paymentSourceInformation: sources, paymentRejectionInformation: rejection } = eventData
  const { data: source } = z.safeParse(Source, Array.isArray(sources) ? sources[0] : sources)
  if (!source) return undefined
  const reason = toReturnReason(rejection?.rejectionReason ?? '')
  return { kind: 'returned', reference: paymentReference(charge), amountKobo: source.amountPaid, reason }
}

function toReturnReason(text: string): ReturnReason {
  if (/EXPIRE/i.test(text)) return 'ACCOUNT_EXPIRED'
  return /DUPLICATE|ALREADY/i.test(text) ? 'DUPLICATE' : 'INCORRECT_AMOUNT'
}
