import type { payByTransfer, simulateTransfer } from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { eq } from 'drizzle-orm'
import { ask } from '../../connectors/ask.ts'
import type { Connector, TransferAccount, Webhook } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxBank } from '../../connectors/sandbox-bank.ts'
import { sandboxStore } from '../../connectors/sandbox-store.ts'
import type { Context, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import {
  change,
  emitPayment,
  lockPayment,
  noAccount,
  noCard,
  note,
  returnText,
  settle,
  tellOfReturn,
} from '../payments/payments.ts'
import { inTimeOfPaid } from './in-time.ts'
import { holdPayment, stateOf } from './state.ts'

const firstCheckMs = 30_000

/** Opens an account number for the payment. Asked again, it answers the same one. */
export async function openAccount(steps: Steps, { accessCode }: Parsed<typeof payByTransfer>) {
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const { payment, accountName } = await steps.write(async (context) => {
    const payment = await holdPayment(context, accessCode, 'bank_transfer')
    const [business] = await context.tx.select().from(merchants).where(eq(merchants.id, payment.merchantId))
    return { payment, accountName: business!.businessName }
  })
  if (payment.status === 'success') return stateOf(payment)
  const { reference, amountKobo } = payment
  const account = await ask(connector.openTransferAccount({ reference, amountKobo, accountName }))
  if (!account) throw problem.unavailable('The bank did not give an account number. Try again, or pay by card.')
  return steps.write(async (context) => stateOf(await take(context, accessCode, account)))
}

/** The payment now waits for the transfer as long as its account number is open. */
async function take(context: Context, accessCode: string, account: TransferAccount) {
  const { tx, now } = context
  const payment = await holdPayment(context, accessCode, 'bank_transfer')
  if (payment.status === 'success') return payment
  if (payment.transferAccountNumber !== account.accountNumber)
    await note(
      tx,
      payment,
      now,
      'account_opened',
      `Account number ${account.accountNumber} at ${account.bankName} was opened for a transfer`,
    )
  return change(tx, payment, {
    ...noCard,
    ...noAccount,
    channel: 'bank_transfer',
    step: 'pay_offline',
    processorReference: payment.reference,
    transferBank: account.bankName,
    transferAccountNumber: account.accountNumber,
    transferAccountName: account.accountName,
    transferExpiresAt: account.expiresAt,
    expiresAt: account.expiresAt,
    failureCode: null,
    failureMessage: null,
    triesLeft: null,
    openUrl: null,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  })
}

/** Plays the payer's bank: the sandbox takes the money or sends it back, and tells us as any processor would. */
export async function simulate(given: Steps, { accountNumber, amountKobo }: Parsed<typeof simulateTransfer>) {
  if (given.mode !== 'TEST') throw problem.forbidden('Transfers are simulated in test mode only')
  const steps = await inTimeOfPaid(given, 'transferAccountNumber', accountNumber)
  const message = await sandboxBank(sandboxStore(steps.write)).transfer(accountNumber, amountKobo)
  if (message === undefined)
    throw problem.field('accountNumber', 'The sandbox gave out no such account number', 'account_not_found')
  const webhook = await receive(steps, connectorFor(steps.mode, steps.config, steps.write), message)
  return webhook?.kind === 'returned'
    ? { outcome: 'returned' as const, reason: webhook.reason }
    : { outcome: 'accepted' as const, reason: null }
}

/**
 * Takes in what a processor tells of its own accord, and answers what became of it: a transfer that it took may be `returned` by us.
 * What is not its message changes nothing.
 */
export async function receive(steps: Steps, connector: Connector, message: string): Promise<Webhook | undefined> {
  const webhook = connector.parseWebhook(message)
  if (!webhook) return undefined
  const key = { processorReference: webhook.reference }
  const { paidAt, amountKobo } = await steps.write((context) => {
    if (webhook.kind === 'returned') return recordReturn(context, webhook)
    return settle(context, key, webhook.kind === 'outcome' ? webhook.outcome : { kind: 'abandoned' })
  })
  const isSentBack = webhook.kind === 'outcome' && webhook.outcome.kind === 'success' && paidAt === null
  if (!isSentBack) return webhook
  return { kind: 'returned', reference: webhook.reference, amountKobo, reason: 'DUPLICATE', sender: null }
}

async function recordReturn(context: Context, returned: Webhook & { kind: 'returned' }) {
  const { tx } = context
  const { reference, amountKobo, reason } = returned
  const payment = await lockPayment(tx, { processorReference: reference })
  if (!payment) throw problem.notFound('payment')
  await tellOfReturn(context, payment, returned)
  const held = await change(tx, payment, { returnedKobo: amountKobo, returnedFor: reason })
  const told =
    held.status === 'pending' && reason !== 'ACCOUNT_EXPIRED'
      ? await change(tx, held, {
          failureCode: reason,
          failureMessage: `${returnText(returned)}. Send exactly ${formatNaira(payment.amountKobo)}.`,
        })
      : held
  await emitPayment(context, told, 'bank_transfer.rejected')
  if (told.status !== 'pending' || reason !== 'ACCOUNT_EXPIRED') return told
  return settle(context, { processorReference: reference }, { kind: 'abandoned' })
}
