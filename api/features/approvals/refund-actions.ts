import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { payRefundToAccount, refundReasonNames, requestRefund } from '@adire/contract/refunds.ts'
import { divideRefund } from '@adire/contract/split-shares.ts'
import type { MerchantContext } from '../../context.ts'
import { loadBalances } from '../../ledger/take.ts'
import { describeAccount } from '../bank-accounts/serialize.ts'
import { describeChange, describeEffect } from '../lifecycle/guarded-action.ts'
import { findPaymentRecord, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { findRefund, lockRefund } from '../refunds/move.ts'
import { payRefundToAccountHandler } from '../refunds/pay-to-account.ts'
import { calculateRefundable, findRefundError } from '../refunds/refundable.ts'
import { requestRefundHandler } from '../refunds/request.ts'
import { listSharesLeft } from '../splits/share-returns.ts'
import { type ApprovalPreview, defineAction } from './action.ts'

type NewRefund = ParsedInput<typeof requestRefund>

const keyOf = ({ merchant }: MerchantContext, id: string) => ({ merchantId: merchant.id, id })

/** Refunds of a payment so far, in kobo, with those in progress: several small refunds must not avoid the limit together. */
const refundedSoFar = async ({ tx }: MerchantContext, payment: PaymentRecord) =>
  payment.amountKobo - (await calculateRefundable(tx, payment))

/** What a refund would change. */
export async function previewRefund(context: MerchantContext, input: NewRefund): Promise<ApprovalPreview> {
  const { id, amountKobo, reason } = input
  const payment = await findPaymentRecord(context.tx, keyOf(context, id))
  const refundedKobo = await refundedSoFar(context, payment)
  const { pendingKobo, availableKobo } = await loadBalances(context.tx, context.merchant.id)
  const balanceKobo = pendingKobo + availableKobo
  const { businessKobo, recipientsKobo } = divideRefund(amountKobo, await listSharesLeft(context.tx, payment))
  return {
    title: `Refund ${formatNaira(amountKobo)} of the payment ${payment.reference}`,
    subjectId: id,
    effects: [
      describeEffect('Payment', `${payment.reference}, ${formatNaira(payment.amountKobo)}`),
      describeEffect('Refund', formatNaira(amountKobo)),
      describeEffect('Reason', refundReasonNames[reason]),
      ...describeChange('Refunded in total', formatNaira(refundedKobo), formatNaira(refundedKobo + amountKobo)),
      ...(recipientsKobo > 0 ? [describeEffect('From the shares of recipients', formatNaira(recipientsKobo))] : []),
      ...describeChange(
        'Your balance',
        formatNaira(balanceKobo),
        balanceKobo < businessKobo ? 'Too low: the refund waits for balance' : formatNaira(balanceKobo - businessKobo),
      ),
    ],
  }
}

async function findRefundObstacle(context: MerchantContext, { id, amountKobo }: NewRefund) {
  const payment = await findPaymentRecord(context.tx, keyOf(context, id))
  const leftKobo = await calculateRefundable(context.tx, payment)
  const error = await findRefundError(context.tx, payment, leftKobo)
  if (error) return error.message
  return amountKobo > leftKobo ? `Only ${formatNaira(leftKobo)} of the payment can still be refunded` : undefined
}

export const refundActions = [
  defineAction({
    name: 'requestRefund',
    endpoint: requestRefund,
    handler: requestRefundHandler,
    async isCovered(context, { id, amountKobo }, { refundLimitKobo }) {
      // Locked, so that two refunds at once are both counted.
      const payment = await lockPayment(context.tx, keyOf(context, id))
      return payment !== undefined && (await refundedSoFar(context, payment)) + amountKobo > refundLimitKobo
    },
    preview: previewRefund,
    findObstacle: findRefundObstacle,
  }),
  defineAction({
    name: 'payRefundToAccount',
    endpoint: payRefundToAccount,
    handler: payRefundToAccountHandler,
    async isCovered(context, { id }, { refundLimitKobo }) {
      const { refund, payment } = await lockRefund(context.tx, keyOf(context, id))
      return refund.amountKobo > refundLimitKobo || (await refundedSoFar(context, payment)) > refundLimitKobo
    },
    async preview(context, { id, ...account }, { accountName }) {
      const { paymentId, amountKobo, reference } = await findRefund(context.tx, keyOf(context, id))
      const payment = await findPaymentRecord(context.tx, keyOf(context, paymentId))
      return {
        title: `Send the refund of ${formatNaira(amountKobo)} of ${payment.reference} to a bank account`,
        subjectId: paymentId,
        effects: [
          describeEffect('Refund', `${reference}, ${formatNaira(amountKobo)}`),
          describeEffect('Bank account', describeAccount(account)),
          describeEffect('Holder', accountName ?? 'The bank returned no name'),
        ],
      }
    },
  }),
]
