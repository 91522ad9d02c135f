import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { payRefundToAccount } from '@adire/contract/refunds.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { resolveAccountName } from '../bank-accounts/check.ts'
import { fitsBusiness } from '../bank-accounts/name.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent } from '../payments/move.ts'
import { sendRefund } from './apply-outcome.ts'
import { findRefund, lockRefund, type RefundKey, type RefundRecord, updateRefundRecord } from './move.ts'
import { findRefundObstacle } from './refundable.ts'
import { firstRefundCheckMs } from './request.ts'
import { retrieveRefund } from './serialize.ts'

type AccountOfRefund = ParsedInput<typeof payRefundToAccount>

/**
 * Pays a refund that the card did not accept to the payer's bank account. The bank confirms the holder before the account is
 * stored.
 * @throws 403 confirmation_required; 404 refund_not_found; 409 account_not_asked, payment_disputed or name_differs; 422 account_unknown; 429
 * too_many_attempts; 503 unavailable if the bank does not answer
 */
export const payRefundToAccountHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, { id, bankId, accountNumber }: AccountOfRefund) {
    await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      requireWaiting(await findRefund(context.tx, { merchantId: context.merchant.id, id }))
    })
    const { accountName } = await resolveAccountName(unitOfWork, { bankId, accountNumber })
    return { accountName }
  },
  async create(context: MemberContext, input: AccountOfRefund, { accountName }: { accountName: string | null }) {
    const { id, bankId, accountNumber, nameConfirmed = false } = input
    const { tx, merchant, now } = context
    const { refund, payment } = await lockRefund(tx, { merchantId: merchant.id, id })
    requireWaiting(refund)
    const obstacle = await findRefundObstacle(tx, payment)
    if (obstacle) throw obstacle
    if (!nameConfirmed) requireName(accountName, payment.customerName)
    const account = `${findBank(bankId)!.name} ${accountNumber}`
    await appendPaymentEvent(
      tx,
      payment,
      now,
      'refund_account',
      `The refund of ${formatNaira(refund.amountKobo)} goes to ${account}`,
    )
    await recordAuditEvent(context, {
      action: 'refund.account_given',
      object: refund.reference,
      after: { account, accountName, payer: payment.customerName, nameConfirmed },
    })
    await sendNotification(context, merchant.id, {
      kind: 'security',
      title: `A refund of ${formatNaira(refund.amountKobo)} goes to a bank account`,
      text: `${await readActorName(context)} sent it to ${account}, which belongs to ${accountName ?? 'someone whose name the bank did not return'}. If this is wrong, contact us at once.`,
      path: `/transactions/${payment.id}`,
    })
    const { merchantId } = await updateRefundRecord(tx, refund, {
      status: 'processing',
      bankId,
      accountNumber,
      accountName,
      failureMessage: null,
      checks: 0,
      checkAt: new Date(now.getTime() + firstRefundCheckMs),
    })
    return { merchantId, id }
  },
  async finish(unitOfWork: UnitOfWork<MemberContext>, key: RefundKey) {
    await sendRefund(unitOfWork, key)
    return unitOfWork.write((context) => retrieveRefund(context, key))
  },
}

function requireName(accountName: string | null, payerName: string | null): void {
  if (payerName !== null && !fitsBusiness(accountName ?? '', payerName))
    throw problem.conflict(
      'name_differs',
      `The account belongs to ${accountName ?? 'someone whose name the bank did not return'}, but ${payerName} paid. Ask the customer again, or send the refund there anyway.`,
    )
}

function requireWaiting({ status }: RefundRecord): void {
  if (status !== 'needs_attention')
    throw problem.conflict('account_not_asked', 'This refund does not need a bank account')
}
