import type { listOfficeDisputes } from '@adire/contract/back-office/payments.ts'
import type { OfficeDispute } from '@adire/contract/back-office/payments-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { disputes } from '../disputes/tables.ts'
import { merchants } from '../merchants/tables.ts'
import { payments } from '../payments/tables.ts'

const listed = 100

export async function listOfficeDisputesHandler(
  { tx }: StaffContext,
  { open = 'yes' }: ParsedInput<typeof listOfficeDisputes>,
) {
  const isOpen = open === 'yes'
  const content = await selectDisputes(
    tx,
    isOpen ? isNull(disputes.resolvedAt) : isNotNull(disputes.resolvedAt),
    isOpen ? asc(disputes.dueAt) : desc(disputes.resolvedAt),
  )
  return { content: content.slice(0, listed).map(toDisputeResponse), isCapped: content.length > listed }
}

/** Disputes of one payment, newest first. */
export const selectDisputesOf = (tx: Tx, { merchantId, paymentId }: { merchantId: string; paymentId: string }) =>
  selectDisputes(
    tx,
    and(eq(disputes.merchantId, merchantId), eq(disputes.paymentId, paymentId)),
    desc(disputes.createdAt),
  )

const selectDisputes = (tx: Tx, where: SQL | undefined, order: SQL) =>
  tx
    .select({ dispute: disputes, business: merchants, paymentReference: payments.reference })
    .from(disputes)
    .innerJoin(merchants, eq(merchants.id, disputes.merchantId))
    .innerJoin(payments, and(eq(payments.merchantId, disputes.merchantId), eq(payments.id, disputes.paymentId)))
    .where(where)
    .orderBy(order)
    .limit(listed + 1)

type Selected = Awaited<ReturnType<typeof selectDisputes>>[number]

export const toDisputeResponse = ({ dispute, business, paymentReference }: Selected): OfficeDispute => ({
  reference: dispute.reference,
  business: {
    id: business.id,
    businessName: business.businessName,
    merchantCode: business.merchantCode,
    mode: business.mode,
  },
  paymentId: dispute.paymentId,
  paymentReference,
  amountKobo: dispute.amountKobo,
  reason: dispute.reason,
  message: dispute.message,
  status: dispute.status,
  resolution: dispute.resolution,
  processor: dispute.processor && processorName(dispute.processor),
  dueAt: dispute.dueAt.toISOString(),
  createdAt: dispute.createdAt.toISOString(),
})

export const retrieveDispute = async (tx: Tx, reference: string) =>
  toDisputeResponse((await selectDisputes(tx, eq(disputes.reference, reference), desc(disputes.createdAt)))[0]!)
