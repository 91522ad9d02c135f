import type { payByAccount } from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { ask } from '../../connectors/ask.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { scriptOfAccount } from '../../connectors/sandbox-cards.ts'
import type { Context, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { change, noAccount, noCard, note, type PaymentRecord, settle } from '../payments/payments.ts'
import { debitBanks } from './banks.ts'
import type { PayerBank } from './page-props.ts'
import { lostAfterMs } from './places.ts'
import { holdPayment, stateOf } from './state.ts'

/** Debits the payer's own account, as `chargeCard` does a card: the number is passed on, its last four digits stay. */
export async function debitAccount(steps: Steps, { accessCode, ...account }: Parsed<typeof payByAccount>) {
  const { bankCode, accountNumber } = account
  const bank = debitBanks.find(({ code }) => code === bankCode)
  if (!bank) throw problem.field('bankCode', 'Choose a bank of the list')
  if (!isNuban(bankCode, accountNumber)) throw problem.field('accountNumber', messages.accountUnknown)
  if (steps.mode === 'LIVE' && scriptOfAccount(account))
    throw problem.field('accountNumber', 'This is a test account. Live mode takes real accounts only', 'test_account')
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const refusal = connector.accountRefusal(account)
  if (refusal) throw problem.field('accountNumber', refusal, 'account_refused')

  const payment = await steps.write((context) => intend(context, accessCode, bank, accountNumber.slice(-4)))
  if (payment.status === 'success') return stateOf(payment)
  const { merchantId, id, reference, amountKobo, customerEmail: email } = payment
  const outcome = await ask(connector.debitAccount({ reference, amountKobo, email, bankCode, accountNumber }))
  const settled = await steps.write((context) => settle(context, { merchantId, id }, outcome ?? { kind: 'pending' }))
  return stateOf(settled)
}

async function intend(context: Context, accessCode: string, bank: PayerBank, last4: string): Promise<PaymentRecord> {
  const { tx, now } = context
  const payment = await holdPayment(context, accessCode, 'bank_account')
  if (payment.status === 'success') return payment
  await note(tx, payment, now, 'account_entered', `The account ending ${last4} at ${bank.name} was entered`)
  return change(tx, payment, {
    ...noCard,
    ...noAccount,
    channel: 'bank_account',
    step: 'select_channel',
    senderBank: bank.name,
    senderAccount: last4,
    processorReference: payment.reference,
    failureCode: null,
    failureMessage: null,
    triesLeft: null,
    openUrl: null,
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
}
