import { formatNaira } from '@adire/contract/money.ts'
import type { LiveStatus } from '@adire/contract/onboarding-schemas.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lockName } from '../../database/lock-name.ts'
import { writeCollected } from '../../database/write-at-commit.ts'
import { Problem, problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { readOnce } from '../../read-once.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { statsSql } from '../payments/stats.ts'

/** Why a business cannot take a payment now. */
export interface TradingObstacle {
  code: 'payments_stopped' | 'payment_limit_exceeded' | 'day_limit_reached'
  /** For the payer and the business; the reason of a freeze is for the business alone. */
  message: string
}

const stopped: TradingObstacle = {
  code: 'payments_stopped',
  message: 'This business cannot take payments at the moment. Nothing was charged.',
}

/** Restrictions of a business, as `restrictionsSql` reads them. */
export interface Restrictions {
  live: LiveStatus | null
  frozenFor: string | null
  maxPaymentKobo: number | null
  maxDayKobo: number | null
}

/** SQL that reads the restrictions of a business. `merchantId` is SQL, such as a parameter. */
export const restrictionsSql = (merchantId: string) =>
  // The go-live request belongs to the test business, but its status applies to the live business.
  `select request.status as live, restriction.payments_frozen_for as "frozenFor",
          restriction.max_payment_kobo as "maxPaymentKobo", restriction.max_day_kobo as "maxDayKobo"
   from merchants business
   left join business_restrictions restriction on restriction.merchant_id = business.id
   left join go_live_requests request on request.merchant_id = business.test_merchant_id
   where business.id = ${merchantId}`

/** Whether the payments of a business are frozen, or the business is suspended or closed. */
export const arePaymentsStopped = async (tx: Tx, merchantId: string): Promise<boolean> =>
  isStopped(await readRestrictions(tx, merchantId))

const isStopped = ({ live, frozenFor }: Pick<Restrictions, 'live' | 'frozenFor'>) =>
  isTradingStopped(live) || frozenFor !== null

async function readRestrictions(tx: Tx, merchantId: string): Promise<Restrictions> {
  const { rows } = await tx.$client.query<Restrictions>({
    name: 'business_restrictions',
    text: restrictionsSql('$1'),
    values: [merchantId],
  })
  return rows[0] ?? { live: null, frozenFor: null, maxPaymentKobo: null, maxDayKobo: null }
}

/**
 * Why a business cannot take a payment of this amount now; undefined if it can. `context.now` is its business clock. With a limit per
 * day, payments of the business are started one after the other until the end of the transaction, so that two at once cannot exceed it.
 * `known`: its restrictions, if this transaction has read them.
 */
export async function findTradingObstacle(
  context: Pick<Context, 'tx' | 'now' | 'reads'>,
  merchantId: string,
  amountKobo: number,
  known?: Restrictions,
): Promise<TradingObstacle | undefined> {
  const { tx, now } = context
  const read = () => readOnce(context, `restrictions:${merchantId}`, () => readRestrictions(tx, merchantId))
  const restrictions = known ?? (await read())
  if (isStopped(restrictions)) return stopped
  const { maxPaymentKobo, maxDayKobo } = restrictions
  if (maxPaymentKobo !== null && amountKobo > maxPaymentKobo)
    return {
      code: 'payment_limit_exceeded',
      message: `This business takes at most ${formatNaira(maxPaymentKobo)} in one payment.`,
    }
  if (maxDayKobo === null) return undefined
  await lockName(tx, `day-limit:${merchantId}`)
  if ((await sumDay(tx, merchantId, lagosDay(now))) + amountKobo <= maxDayKobo) return undefined
  return {
    code: 'day_limit_reached',
    message: 'This business takes no more payments of this amount today. Try again tomorrow. Nothing was charged.',
  }
}

/** Sum of the payments that were started on a Lagos day and have not failed, in kobo. */
async function sumDay(tx: Tx, merchantId: string, day: string): Promise<number> {
  await writeCollected(tx)
  const from = statsSql('payment_day_totals', 'status, amount_kobo', 'merchant_id = $1 and day = $2')
  const { rows } = await tx.$client.query<{ kobo: string | null }>(
    `select sum(amount_kobo) as kobo from ${from} where status not in ('failed', 'abandoned', 'card_check')`,
    [merchantId, day],
  )
  return Number(rows[0]?.kobo ?? 0)
}

/**
 * Checks, before a payment is stored, that the business may take it.
 * @throws 409 payments_stopped, day_limit_reached; 422 payment_limit_exceeded
 */
export async function requireTrading(
  context: Pick<Context, 'tx' | 'now'>,
  merchantId: string,
  amountKobo: number,
  known?: Restrictions,
): Promise<void> {
  const obstacle = await findTradingObstacle(context, merchantId, amountKobo, known)
  if (obstacle?.code === 'payment_limit_exceeded')
    throw problem.field('amountKobo', obstacle.message, 'payment_limit_exceeded')
  if (obstacle) throw new Problem(409, obstacle.code, obstacle.message)
}

/**
 * Checks again before a payer is charged: the business may have been frozen since the payment was started.
 * @throws 409 payments_stopped
 */
export async function requirePaymentsNotStopped(tx: Tx, merchantId: string): Promise<void> {
  requireNotStopped(await readRestrictions(tx, merchantId))
}

/**
 * The same, for what is known of the restrictions.
 * @throws 409 payments_stopped
 */
export function requireNotStopped(restrictions: Pick<Restrictions, 'live' | 'frozenFor'>): void {
  if (isStopped(restrictions)) throw problem.conflict('payments_stopped', stopped.message)
}
