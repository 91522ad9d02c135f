import { dayMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { raiseAlert } from '../risk/raise-alert.ts'
import type { LimitedPayer } from './card-limit-keys.ts'

export async function warnOfCardTesting(context: Context, payment: LimitedPayer): Promise<void> {
  await warnOnceADay(context, payment.merchantId)
  await raiseAlert(context, payment, {
    kind: 'card_testing',
    sourceId: null,
    title: 'Too many declined cards',
    subject: { key: 'cards', label: 'Card payments of the business' },
    isStopped: true,
  })
}

async function warnOnceADay(context: Context, merchantId: string): Promise<void> {
  const once = { key: `day:card-warning:${merchantId}`, max: 1 }
  try {
    await consumeAttempt(context.tx, [once], context.realNow, dayMs)
  } catch (error) {
    if (error instanceof Problem) return
    throw error
  }
  await sendNotification(context, merchantId, {
    kind: 'security',
    title: 'Someone may be testing stolen cards on your checkout',
    text: 'Many card payments were declined in a short time. We stopped the attempts for now. Other payers can still pay. Check your latest card payments before you deliver, and refund those you do not recognise.',
    path: '/transactions',
  })
}
