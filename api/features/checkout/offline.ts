import type { payByQr, payByUssd } from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import { ask } from '../../connectors/ask.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { change, noAccount, noCard, note, type PaymentRecord } from '../payments/payments.ts'
import { ussdBanks } from './banks.ts'
import { holdPayment, stateOf } from './state.ts'

const firstCheckMs = 30_000

/** Gives the payer a code to dial with the bank that was chosen. Asked again while it is good, it answers the same. */
export async function openUssd(steps: Steps, { accessCode, bankCode }: Parsed<typeof payByUssd>) {
  const bank = ussdBanks.find(({ code }) => code === bankCode)
  if (!bank) throw problem.field('bankCode', 'Choose a bank of the list')
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const payment = await steps.write((context) => holdPayment(context, accessCode, 'ussd'))
  if (payment.status === 'success') return stateOf(payment)
  const { reference, amountKobo } = payment
  const given = await ask(connector.openUssd({ reference, amountKobo, dial: bank.dial }))
  if (!given) throw problem.unavailable('The bank did not give a code. Try again, or pay another way.')
  const { code, expiresAt } = given
  const text = `The code ${code} of ${bank.name} was shown`
  return steps.write((context) =>
    present(context, accessCode, { channel: 'ussd', code, expiresAt, bank: bank.name, text }),
  )
}

/** Gives the payer a picture to scan with a bank's app. Asked again while it is good, it answers the same. */
export async function openQr(steps: Steps, { accessCode }: Parsed<typeof payByQr>) {
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const { payment, merchantName } = await steps.write(async (context) => {
    const payment = await holdPayment(context, accessCode, 'qr')
    const [business] = await context.tx.select().from(merchants).where(eq(merchants.id, payment.merchantId))
    return { payment, merchantName: business!.businessName }
  })
  if (payment.status === 'success') return stateOf(payment)
  const { reference, amountKobo } = payment
  const given = await ask(connector.openQr({ reference, amountKobo, merchantName }))
  if (!given) throw problem.unavailable('There is no QR code just now. Try again, or pay another way.')
  const { content: code, expiresAt } = given
  return steps.write((context) =>
    present(context, accessCode, { channel: 'qr', code, expiresAt, bank: null, text: 'A QR code was shown' }),
  )
}

interface Shown {
  channel: 'ussd' | 'qr'
  code: string
  expiresAt: Date
  bank: string | null
  text: string
}

/** The payment now waits for what the payer does on the phone, at least as long as the code is good. */
async function present(context: Context, accessCode: string, { channel, code, expiresAt, bank, text }: Shown) {
  const { tx, now } = context
  const payment = await holdPayment(context, accessCode, channel)
  if (payment.status === 'success') return stateOf(payment)
  if (payment.offlineCode !== code) await note(tx, payment, now, 'code_shown', text)
  const shown: Partial<PaymentRecord> = {
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
    triesLeft: null,
    openUrl: null,
    checks: 0,
    checkAt: new Date(now.getTime() + firstCheckMs),
  }
  return stateOf(await change(tx, payment, shown))
}
