import type { payByAccount } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { scriptOfAccount } from '../../connectors/sandbox-cards.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { applyOutcome, noAccount, noCard } from '../payments/apply-outcome.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { debitBanks } from './banks.ts'
import type { PayerBank } from './page-props.ts'
import { lostAfterMs } from './quota.ts'
import { lockPayablePayment, toCheckoutState } from './state.ts'

/**
 * Debits the payer's bank account, like `chargeCard`: the account number is passed on, only its last four digits are stored.
 * @throws 422 for an unknown bank or invalid number, test_account (a sandbox account in live mode), account_refused; those of
 *   `lockPayablePayment`
 */
export async function debitAccount(
  unitOfWork: UnitOfWork,
  { accessCode, ...account }: ParsedInput<typeof payByAccount>,
) {
  const { bankCode, accountNumber } = account
  const bank = debitBanks.find(({ code }) => code === bankCode)
  if (!bank) throw problem.field('bankCode', 'Choose a bank of the list')
  if (!isNuban(bankCode, accountNumber)) throw problem.field('accountNumber', messages.accountUnknown)
  if (unitOfWork.mode === 'LIVE' && scriptOfAccount(account))
    throw problem.field('accountNumber', 'This is a test account. Live mode takes real accounts only', 'test_account')
  const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
  const accountError = connector.accountError(account)
  if (accountError) throw problem.field('accountNumber', accountError, 'account_refused')

  const payment = await unitOfWork.write((context) => intend(context, accessCode, bank, accountNumber.slice(-4)))
  if (payment.status === 'success') return toCheckoutState(payment)
  const { merchantId, id, reference, amountKobo, customerEmail: email } = payment
  const outcome = await callConnector(connector.debitAccount({ reference, amountKobo, email, bankCode, accountNumber }))
  const updated = await unitOfWork.write((context) =>
    applyOutcome(context, { merchantId, id }, outcome ?? { kind: 'pending' }),
  )
  return toCheckoutState(updated)
}

async function intend(context: Context, accessCode: string, bank: PayerBank, last4: string): Promise<PaymentRecord> {
  const { tx, now } = context
  const payment = await lockPayablePayment(context, accessCode, 'bank_account')
  if (payment.status === 'success') return payment
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'account_entered',
    `The account ending ${last4} at ${bank.name} was entered`,
  )
  return updatePaymentRecord(tx, payment, {
    ...noCard,
    ...noAccount,
    channel: 'bank_account',
    step: 'select_channel',
    senderBank: bank.name,
    senderAccount: last4,
    processorReference: payment.reference,
    failureCode: null,
    failureMessage: null,
    attemptsLeft: null,
    openUrl: null,
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
}
