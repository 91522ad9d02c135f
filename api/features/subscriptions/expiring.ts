import { and, asc, eq, inArray, isNotNull, lte, min } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { JobSteps } from '../../jobs/work.ts'
import { emitSubscription } from './emit.ts'
import { mail } from './mails.ts'
import { tell } from './move.ts'
import { savedCards, subscriptions } from './tables.ts'

const atOnce = 100
const pagesASweep = 100

/** Tells holders of cards that expire next month, once for each card; answers how many cards it looked at. */
export async function mailExpiringCards({ write }: JobSteps, merchantId?: string): Promise<number> {
  let done = 0
  for (let pages = 0; pages < pagesASweep; pages++) {
    const found = await write((context) => warnSome(context, merchantId))
    done += found
    if (found < atOnce) break
  }
  return done
}

export async function nextWarning(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(savedCards.warnAt) })
    .from(savedCards)
    .where(and(eq(savedCards.merchantId, merchantId), isNotNull(savedCards.warnAt)))
  return next?.at ?? undefined
}

async function warnSome(context: Context, merchantId: string | undefined): Promise<number> {
  const { tx, now } = context
  const due = await tx
    .select()
    .from(savedCards)
    .where(and(lte(savedCards.warnAt, now), merchantId ? eq(savedCards.merchantId, merchantId) : undefined))
    .orderBy(asc(savedCards.warnAt))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  for (const card of due) {
    await tx
      .update(savedCards)
      .set({ warnAt: null })
      .where(and(eq(savedCards.merchantId, card.merchantId), eq(savedCards.id, card.id)))
    const charged = await tx
      .select()
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.merchantId, card.merchantId),
          eq(subscriptions.customerId, card.customerId),
          eq(subscriptions.savedCardId, card.id),
          inArray(subscriptions.status, ['active', 'attention']),
        ),
      )
    for (const held of charged) {
      await tell(tx, held, now, 'card_expiring', `The card ending ${card.last4} expires soon: the customer was told`)
      await mail(context, held, 'card_expiring')
      await emitSubscription(context, held, 'subscription.expiring_card')
    }
  }
  return due.length
}
