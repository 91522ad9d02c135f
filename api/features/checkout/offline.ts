import type { payByQr, payByUssd } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { noAccount, noCard } from '../payments/apply-outcome.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { ussdBanks } from './banks.ts'
import { lockPayablePayment, toCheckoutState } from './state.ts'

const firstCheckMs = 30_000

/**
 * Creates a USSD code of the chosen bank for the payer to dial. Repeated calls return the same code while it is valid.
 * @throws 422 for an unknown bank; 503 unavailable if the bank gives no code
 */
export async function openUssd(unitOfWork: UnitOfWork, { accessCode, bankCode }: ParsedInput<typeof payByUssd>) {
  const bank = ussdBanks.find(({ code }) => code === bankCode)
  if (!bank) throw problem.field('bankCode', 'Choose a bank of the list')
  const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
  const payment = await unitOfWork.write((context) => lockPayablePayment(context, accessCode, 'ussd'))
  if (payment.status === 'success') return toCheckoutState(payment)
  const { reference, amountKobo } = payment
  const given = await callConnector(connector.openUssd({ reference, amountKobo, dial: bank.dial }))
  if (!given) throw problem.unavailable('The bank did not give a code. Try again, or pay another way.')
  const { code, expiresAt } = given
  const text = `The code ${code} of ${bank.name} was shown`
  return unitOfWork.write((context) =>
    present(context, accessCode, { channel: 'ussd', code, expiresAt, bank: bank.name, text }),
  )
}

/**
 * Creates a QR code for the payer to scan with a bank app. Repeated calls return the same code while it is valid.
 * @throws 503 unavailable if the bank gives no code
 */
export async function openQr(unitOfWork: UnitOfWork, { accessCode }: ParsedInput<typeof payByQr>) {
  const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
  const { payment, merchantName } = await unitOfWork.write(async (context) => {
    const payment = await lockPayablePayment(context, accessCode, 'qr')
    const [business] = await context.tx.select().from(merchants).where(eq(merchants.id, payment.merchantId))
    return { payment, merchantName: business!.businessName }
  })
  if (payment.status === 'success') return toCheckoutState(payment)
  const { reference, amountKobo } = payment
  const given = await callConnector(connector.openQr({ reference, amountKobo, merchantName }))
  if (!given) throw problem.unavailable('There is no QR code just now. Try again, or pay another way.')
  const { content: code, expiresAt } = given
  return unitOfWork.write((context) =>
    present(context, accessCode, { channel: 'qr', code, expiresAt, bank: null, text: 'A QR code was shown' }),
  )
}

interface OfflineInstruction {
  channel: 'ussd' | 'qr'
  code: string
  expiresAt: Date
  bank: string | null
  text: string
}

/** Stores the code on the payment, which now waits for the payer at least until the code expires. */
async function present(
  context: Context,
  accessCode: string,
  { channel, code, expiresAt, bank, text }: OfflineInstruction,
) {
  const { tx, now } = context
  const payment = await lockPayablePayment(context, accessCode, channel)
  if (payment.status === 'success') return toCheckoutState(payment)
  if (payment.offlineCode !== code) await appendPaymentEvent(tx, payment, now, 'code_shown', text)
  const changes: Partial<PaymentRecord> = {
    ...noCard,
    ...noAccount,
    channel,
    step: 'pay_offline',
    processorReference: payment.reference,
    senderBank: bank,
    offlineCode: code,
    offlineExpiresAt: expiresAt,
    expiresAt: expiresAt > payment.expiresAt ? expiresAt : payment.expiresAt,
    failureCode: null,
    failureMessage: null,
    attemptsLeft: null,
    openUrl: null,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  }
  return toCheckoutState(await updatePaymentRecord(tx, payment, changes))
}
