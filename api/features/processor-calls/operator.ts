import { minuteMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { problem } from '../../http/problem.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { findPaymentIfPresent } from '../payments/move.ts'
import { toProcessorCalls } from './list.ts'
import { listWaitingPayments, maxWaiting, type WaitingPayment } from './waiting.ts'

export const paymentUsage = `
  payments waiting [test]                    payments without an outcome that were sent to a processor, oldest first
  payments show <payment>                    what was sent to the processor and what it answered, by the payment's reference`

/** Runs one `payments` command. Returns the exit code, or undefined if there is no such command. */
export async function runPaymentCommand(operator: OperatorContext, words: string[]): Promise<number | undefined> {
  const [verb, word, ...more] = words
  if (more.length > 0) return undefined
  if (verb === 'waiting' && (word === undefined || word === 'test')) return listWaiting(operator, word === 'test')
  if (verb === 'show' && word) return showPayment(operator, word)
  return undefined
}

async function listWaiting({ write, print }: OperatorContext, isTest: boolean): Promise<number> {
  const payments = await write(({ tx }) => listWaitingPayments(tx, isTest ? 'TEST' : 'LIVE'))
  const now = Date.now()
  for (const payment of payments) print(formatWaiting(payment, now))
  if (payments.length === 0) print('No payment waits for its outcome.')
  if (payments.length === maxWaiting) print(`These are the oldest ${maxWaiting}.`)
  return 0
}

const formatWaiting = (payment: WaitingPayment, now: number) =>
  [
    formatAge(now - payment.createdAt.getTime()).padStart(7),
    payment.reference,
    payment.merchantCode,
    payment.status.padEnd(10),
    `${payment.processor}/${payment.channel ?? 'none'}`,
    formatNaira(Number(payment.amountKobo)),
    `${payment.checks} ${payment.checks === 1 ? 'check' : 'checks'}`,
    `next ${payment.checkAt.toISOString()}`,
    `last answer: ${payment.outcome ?? 'no call recorded'}`,
  ].join('  ')

function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  if (minutes < 60) return `${minutes} min`
  return minutes < 2 * 1440 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`
}

async function showPayment({ write, print }: OperatorContext, reference: string): Promise<number> {
  const lines = await write(async ({ tx }) => {
    const { rows } = await tx.$client.query<{ merchantId: string; id: string }>(
      'select merchant_id as "merchantId", id from payments where reference = $1 limit 1',
      [reference],
    )
    const payment = rows[0] && (await findPaymentIfPresent(tx, rows[0]))
    if (!payment) throw problem.notFound('payment')
    const { processor, channel, calls, nextCheckAt, expiresAt } = await toProcessorCalls(tx, payment)
    return [
      `${payment.reference}  ${payment.status}  ${formatNaira(payment.amountKobo)}  ${channel ?? 'no channel'}`,
      processor ? `${processor.name}  ${processor.reference}` : 'Not sent to a processor',
      ...calls.map((call) =>
        `${call.sentAt}  ${call.text}: ${call.answer ?? 'no answer yet'} ${call.answeredAt ?? ''}`.trimEnd(),
      ),
      nextCheckAt ? `Asked again at ${nextCheckAt}` : 'Not asked again',
      ...(expiresAt ? [`Expires at ${expiresAt}`] : []),
    ]
  })
  for (const line of lines) print(line)
  return 0
}
