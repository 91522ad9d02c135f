import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getRefund, listRefunds } from '@adire/contract/refunds.ts'
import type { Refund } from '@adire/contract/refunds-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Context, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toSql } from '../../database/keyset.ts'
import { metadataCondition } from '../../database/metadata.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { findBank } from '../lookups/lookups.ts'
import { withChargeFields } from '../payments/charge-fields.ts'
import { payments } from '../payments/tables.ts'
import type { RefundKey } from './move.ts'
import { refundReceiptUrl } from './receipt.ts'
import { refunds } from './tables.ts'

const selectRefunds = (tx: Tx) =>
  tx
    .select({
      refund: refunds,
      paymentReference: payments.reference,
      chargeId: payments.chargeId,
      customerEmail: payments.customerEmail,
      customerName: payments.customerName,
      accessCode: payments.accessCode,
      isCardCheck: payments.isCardCheck,
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.merchantId, refunds.merchantId), eq(payments.id, refunds.paymentId)))

type Found = Awaited<ReturnType<typeof selectRefunds>>[number]

type RefundFields = Omit<Refund, 'chargeReference' | 'chargeMetadata'>

function toRefundFields(
  config: ApiConfig,
  { refund, accessCode, isCardCheck, ...payment }: Found,
): RefundFields & Pick<Found, 'chargeId'> {
  const { bankId, accountNumber, accountName } = refund
  return {
    ...payment,
    id: refund.id,
    reference: refund.reference,
    paymentId: refund.paymentId,
    amountKobo: refund.amountKobo,
    status: refund.status,
    reason: refund.reason,
    payerNote: refund.payerNote,
    note: refund.note,
    metadata: refund.metadata,
    requestedBy: { kind: refund.requestedByKind, name: refund.requestedBy },
    fromUnsettledKobo: refund.fromPendingKobo,
    fromAvailableKobo: refund.fromAvailableKobo,
    failureMessage: refund.failureMessage,
    account: bankId && accountNumber ? { bankName: findBank(bankId)!.name, accountNumber, accountName } : null,
    createdAt: refund.createdAt.toISOString(),
    processedAt: refund.processedAt?.toISOString() ?? null,
    receiptUrl: refund.processedAt && !isCardCheck ? refundReceiptUrl(config, { accessCode }, refund) : null,
  }
}

/**
 * Refund response.
 * @throws 404 refund_not_found
 */
export async function retrieveRefund(
  { tx, config }: Pick<Context, 'tx' | 'config'>,
  { merchantId, id }: RefundKey,
): Promise<Refund> {
  const [one] = await selectRefunds(tx).where(and(eq(refunds.merchantId, merchantId), eq(refunds.id, id)))
  if (!one) throw problem.notFound('refund')
  return (await withChargeFields(tx, merchantId, [toRefundFields(config, one)]))[0]!
}

export const getRefundHandler = (context: MerchantContext, { id }: ParsedInput<typeof getRefund>) =>
  retrieveRefund(context, { merchantId: context.merchant.id, id })

export async function listRefundsHandler(
  { tx, config, merchant }: MerchantContext,
  input: ParsedInput<typeof listRefunds>,
) {
  const { status, paymentId, metadata } = input
  const where = and(
    eq(refunds.merchantId, merchant.id),
    status && eq(refunds.status, status),
    paymentId === undefined ? undefined : eq(refunds.paymentId, paymentId),
    metadata && toSql((put) => metadataCondition(metadata, put, 'refunds.metadata')),
  )
  const page = await listNewest(tx, input, {
    table: refunds,
    where,
    from: selectRefunds(tx),
    serialize: (found) => toRefundFields(config, found),
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
  return { ...page, content: await withChargeFields(tx, merchant.id, page.content) }
}
