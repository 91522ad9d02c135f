import { hourMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { chargeSavedCard } from '@adire/contract/saved-cards.ts'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor, toProcessorReference } from '../../connectors/connector-for.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { chargeById } from '../charges/charges.ts'
import { toChargeResponses } from '../charges/serialize.ts'
import { waitsForConfirmation } from '../payments/confirm-card.ts'
import { appendPaymentEvent, findPaymentRecord, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { applyCardCharge } from '../saved-cards/apply-charge.ts'
import {
  findCardHolder,
  findSavedCardIfPresent,
  openToken,
  requireReusableCard,
  type SavedCardRecord,
  toCardFields,
} from '../saved-cards/saved-cards.ts'
import { findOrAddCharge, findSameCharge, hashRequest } from './initialise.ts'

type Input = ParsedInput<typeof chargeSavedCard>
type UnitOfWorkOfMerchant = UnitOfWork<MerchantContext>

const firstCheckMs = 30_000
/** How long a charge may stay without an outcome of the processor. Longer than any call to it takes. */
const expiresMs = hourMs

/** The payment that charges a saved card, and its charge. */
interface StoredCharge {
  chargeId: string
  paymentId: string
}

/** Charges a saved card: stores charge and payment, calls the processor, stores the outcome. */
export const chargeSavedCardHandler = {
  /** @throws 503 unavailable, before anything is stored, without a processor for the mode */
  async prepare(unitOfWork: UnitOfWorkOfMerchant): Promise<void> {
    connectorFor(unitOfWork, 'savedCards')
  },
  async create(context: MerchantContext, { id: savedCardId, ...input }: Input): Promise<StoredCharge> {
    const { tx, merchant } = context
    const request = { ...input, savedCardId }
    // First, because the card may have been removed since the first request.
    const known = input.reference && (await findSameCharge(context, input.reference, hashRequest(request)))
    if (known) return findStoredCharge(tx, merchant.id, known.id)
    const card = await requireReusableCard(tx, merchant.id, savedCardId)
    const { email, name } = await findCardHolder(tx, card)
    const payer = { email, ...(name && { name }) }
    const { charge, started } = await findOrAddCharge(context, { ...input, ...payer }, request)
    if (!started) return findStoredCharge(tx, merchant.id, charge.id)
    await storeCard(context, started, card)
    return { chargeId: charge.id, paymentId: started.id }
  },
  /** A processor charges a reference only once, so that this can be repeated from any state. */
  async finish(unitOfWork: UnitOfWorkOfMerchant, { chargeId, paymentId }: StoredCharge) {
    const found = await unitOfWork.write((context) => findRequest(context, paymentId))
    if (found) {
      const { key, request, processor } = found
      const { savedCards } = connectorFor(unitOfWork, 'savedCards', processor)
      const outcome = await callConnector(savedCards.charge(request))
      await unitOfWork.write((context) => applyCardCharge(context, key, outcome ?? { kind: 'pending' }))
    }
    return unitOfWork.write(async ({ tx, merchant, config, now }) => {
      const charge = await chargeById(tx, merchant.id, chargeId)
      return (await toChargeResponses(tx, config, [charge!], now))[0]!
    })
  },
}

/** The payment of a charge that charged a saved card: its first one. */
async function findStoredCharge(tx: Tx, merchantId: string, chargeId: string): Promise<StoredCharge> {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.chargeId, chargeId), isNotNull(payments.savedCardId)))
    .orderBy(asc(payments.createdAt), asc(payments.id))
    .limit(1)
  return { chargeId, paymentId: payment!.id }
}

/** Stores which card the payment charges. Until its outcome is known, no other payment of the charge can be paid. */
async function storeCard({ tx, now }: MerchantContext, payment: PaymentRecord, card: SavedCardRecord) {
  const { processor } = card
  await updatePaymentRecord(tx, payment, {
    ...toCardFields(card),
    processor,
    step: 'pending',
    processorReference: toProcessorReference(processor, payment.reference),
    expiresAt: new Date(now.getTime() + expiresMs),
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
  const text = `The saved card ending ${card.last4} is charged ${formatNaira(payment.amountKobo)}`
  await appendPaymentEvent(tx, payment, now, 'card', text)
}

/** The request to the processor. Undefined once it was answered, or if the card was removed meanwhile. */
async function findRequest(context: MerchantContext, paymentId: string) {
  const { tx, merchant } = context
  const payment = await findPaymentRecord(tx, { merchantId: merchant.id, id: paymentId })
  const card = await findSavedCardIfPresent(tx, merchant.id, payment.savedCardId)
  if (payment.status !== 'pending' || waitsForConfirmation(payment) || !card) return undefined
  const { processor, processorReference, amountKobo, customerEmail: email } = payment
  return {
    processor,
    key: { merchantId: merchant.id, id: paymentId },
    request: { reference: processorReference!, amountKobo, email, token: openToken(context, card) },
  }
}
