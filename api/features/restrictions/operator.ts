import { formatNaira } from '@adire/contract/money.ts'
import { problem } from '../../http/problem.ts'
import type { OperatorContext } from '../../operator-context.ts'
import { parseIntegerOption } from '../../operator-options.ts'
import { findBusiness } from '../kyc/review.ts'
import { findRestrictions, freezePayments, setTransactionLimits } from './set.ts'

export const restrictionUsage = `
  business freeze <business> --reason "…"    takes no payments; "settlement block" stops payouts
  business unfreeze <business>
  business limits <business> [--payment-kobo <n>|none] [--day-kobo <n>|none]
                                             shows or sets the most in one payment, and in all payments of a day`

export interface RestrictionOptions {
  reason?: string | undefined
  'payment-kobo'?: string | undefined
  'day-kobo'?: string | undefined
}

/** Runs one `business` command. Returns the exit code, or undefined if there is no such command. Errors are thrown. */
export async function runRestrictionCommand(
  { reviewer, print, write }: OperatorContext,
  [verb, given, ...more]: string[],
  options: RestrictionOptions,
): Promise<number | undefined> {
  const reason = options.reason?.trim()
  if (!given || more.length > 0 || (verb === 'freeze' && !reason)) return undefined
  if (verb !== 'freeze' && verb !== 'unfreeze' && verb !== 'limits') return undefined
  if (reason && reason.length > maxReason) throw problem.field('reason', `Enter at most ${maxReason} characters`)
  await write(async (context) => {
    const business = await findBusiness(context.tx, given)
    const before = await findRestrictions(context.tx, business.id)
    if (verb === 'limits') {
      const limits = {
        maxPaymentKobo: parseLimit('payment-kobo', options['payment-kobo'], before?.maxPaymentKobo),
        maxDayKobo: parseLimit('day-kobo', options['day-kobo'], before?.maxDayKobo),
      }
      await setTransactionLimits(context, business, limits, reviewer)
    } else await freezePayments(context, business, verb === 'freeze' ? reason! : null, reviewer)
    const after = await findRestrictions(context.tx, business.id)
    print(`${business.merchantCode}  ${business.businessName}  ${business.mode}`)
    print(`  payments: ${after?.paymentsFrozenFor ? `frozen (${after.paymentsFrozenFor})` : 'open'}`)
    print(`  one payment: ${formatLimit(after?.maxPaymentKobo)}`)
    print(`  a day: ${formatLimit(after?.maxDayKobo)}`)
  })
  return 0
}

const maxReason = 500

const formatLimit = (kobo: number | null | undefined) => (kobo == null ? 'no limit' : `at most ${formatNaira(kobo)}`)

function parseLimit(name: string, text: string | undefined, before: number | null | undefined): number | null {
  if (text === undefined) return before ?? null
  return text === 'none' ? null : parseIntegerOption(name, text, 1_000_000_000_000_00)
}
