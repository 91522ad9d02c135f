import type { getDispute, listDisputes } from '@adire/contract/disputes.ts'
import type { Dispute, DisputeRow } from '@adire/contract/disputes-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toSql } from '../../database/keyset.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { withChargeFields } from '../payments/charge-fields.ts'
import { payments } from '../payments/tables.ts'
import { isLast4, personCondition, resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'
import { type DisputeKey, disputeTimeline, listEvidence } from './move.ts'
import { disputes } from './tables.ts'

/** Maximum events returned; more than any dispute has. */
const maxEvents = 100

const selectDisputes = (tx: Tx) =>
  tx
    .select({
      dispute: disputes,
      paymentReference: payments.reference,
      chargeId: payments.chargeId,
      customerEmail: payments.customerEmail,
      customerName: payments.customerName,
    })
    .from(disputes)
    .innerJoin(payments, and(eq(payments.merchantId, disputes.merchantId), eq(payments.id, disputes.paymentId)))

type Found = Awaited<ReturnType<typeof selectDisputes>>[number]

type DisputeFields = Omit<DisputeRow, 'chargeReference' | 'chargeMetadata'>

function toDisputeFields({ dispute, ...payment }: Found): DisputeFields & Pick<Found, 'chargeId'> {
  const { id, reference, paymentId, amountKobo, category, reason, status, resolution, ...rest } = dispute
  return {
    ...payment,
    ...{ id, reference, paymentId, amountKobo, category, reason, status, resolution },
    heldKobo: rest.heldKobo,
    lostKobo: rest.lostKobo,
    owedKobo: rest.owedKobo,
    createdAt: rest.createdAt.toISOString(),
    dueAt: rest.dueAt.toISOString(),
    resolvedAt: rest.resolvedAt?.toISOString() ?? null,
  }
}

/**
 * Dispute response.
 * @throws 404 dispute_not_found
 */
export async function retrieveDispute(tx: Tx, key: DisputeKey): Promise<Dispute> {
  const { merchantId, id } = key
  const [one] = await selectDisputes(tx).where(and(eq(disputes.merchantId, merchantId), eq(disputes.id, id)))
  if (!one) throw problem.notFound('dispute')
  const [row] = await withChargeFields(tx, merchantId, [toDisputeFields(one)])
  const evidence = await listEvidence(tx, key)
  return {
    ...row!,
    message: one.dispute.message,
    evidence: evidence.map(({ type, name, bytes, createdAt }) => ({
      type,
      name,
      bytes,
      uploadedAt: createdAt.toISOString(),
    })),
    events: await disputeTimeline.list(tx, key, maxEvents),
  }
}

export const getDisputeHandler = ({ tx, merchant }: MerchantContext, { id }: ParsedInput<typeof getDispute>) =>
  retrieveDispute(tx, { merchantId: merchant.id, id })

const stateConditions = {
  open: isNull(disputes.resolvedAt),
  closed: eq(disputes.status, 'resolved'),
  archived: eq(disputes.status, 'archived'),
}

const searchFields = (merchantId: string): SearchFields => ({
  amounts: ['disputes.amount_kobo'],
  references: ['disputes.reference'],
  others: (term, put) => {
    const ways = [personCondition(term, { merchantId, email: 'payment.customer_email' }, put)]
    if (term.code !== undefined) ways.push(`starts_with(payment.reference, ${put(term.code)})`)
    if (term.code !== undefined && isLast4(term.code)) ways.push(`payment.card_last4 = ${put(term.code)}`)
    return [
      `exists (select 1 from payments payment where payment.merchant_id = ${put(merchantId)}
         and payment.id = disputes.payment_id and (${ways.join(' or ')}))`,
    ]
  },
})

export async function listDisputesHandler({ tx, merchant }: MerchantContext, input: ParsedInput<typeof listDisputes>) {
  const { state, status, paymentId, search } = input
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  const where = and(
    eq(disputes.merchantId, merchant.id),
    state && stateConditions[state],
    status && eq(disputes.status, status),
    paymentId === undefined ? undefined : eq(disputes.paymentId, paymentId),
    found && toSql((put) => searchCondition(found, searchFields(merchant.id), put)),
  )
  const page = await listNewest(tx, input, {
    table: disputes,
    where,
    from: selectDisputes(tx),
    serialize: toDisputeFields,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
  return { ...page, content: await withChargeFields(tx, merchant.id, page.content) }
}
