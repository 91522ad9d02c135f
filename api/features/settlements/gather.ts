import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { reserveHeld, takingsSettled } from '../../ledger/entries.ts'
import { balance, hold, post } from '../../ledger/ledger.ts'
import { merchants } from '../merchants/tables.ts'
import { attach, moveMark, sumUnsettled, sumUp } from './attach.ts'
import { type Calendar, calendarOf, gatherAt, payAt } from './calendar.ts'
import { dutyOn, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { type BookRecord, change, holdBook, narrationOf, newReference, type SettlementRecord, tell } from './move.ts'
import { settlementBooks, settlementLines, settlementReserves, settlements } from './tables.ts'

/**
 * Gathers what a business took until the end of yesterday into its settlement, where today is a working day; once a day. A
 * settlement that was held or came back is taken up again together with it. Answers false where the day was looked at before.
 */
export async function gather(context: Context, merchantId: string): Promise<boolean> {
  const { tx, now } = context
  const today = lagosDay(now)
  const day = now < gatherAt(today) ? addDays(today, -1) : today
  const book = await holdBook(tx, merchantId)
  if (book.gatheredOn !== null && book.gatheredOn >= day) return false
  await tx.update(settlementBooks).set({ gatheredOn: day }).where(eq(settlementBooks.merchantId, merchantId))
  const calendar = await calendarOf(tx)
  if (day !== today || !calendar.isWorking(day)) return true
  await hold(tx, [merchantAccount(merchantId, 'pending'), merchantAccount(merchantId, 'available')])
  const open = await openOf(tx, merchantId)
  // The bank has not answered for it: what came since waits, so that no kobo stands in two transfers.
  if (open?.status === 'processing') return true
  await (open ? takeUp(context, book, open, calendar) : begin(context, book, calendar))
  return true
}

async function openOf(tx: Tx, merchantId: string): Promise<SettlementRecord | undefined> {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(and(eq(settlements.merchantId, merchantId), ne(settlements.status, 'success')))
    .for('update')
  return open
}

const reachOf = ({ merchantId, upto }: BookRecord, account: 'pending' | 'available', now: Date) =>
  ({ merchantId, account, upto, cutoff: startOfDay(lagosDay(now)) }) as const

async function begin(context: Context, book: BookRecord, calendar: Calendar): Promise<void> {
  const { tx, now, config } = context
  const { merchantId } = book
  const fromPending = await sumUnsettled(tx, reachOf(book, 'pending', now))
  const fromAvailable = await sumUnsettled(tx, reachOf(book, 'available', now))
  if (Math.max(0, fromPending) + fromAvailable < minimumKobo) return
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const reference = newReference()
  const [settlement] = await tx
    .insert(settlements)
    .values({
      merchantId,
      reference,
      status: 'pending',
      dueOn: lagosDay(now),
      narration: narrationOf(config.brand.name, reference, business!.name),
      createdAt: now,
      nextAt: payAt(lagosDay(now)),
    })
    .returning()
  const filled = await fill(context, book, settlement!, calendar)
  const text = `Gathered ${formatNaira(filled.totalKobo)} of ${filled.paymentCount} ${filled.paymentCount === 1 ? 'payment' : 'payments'}`
  await tell(tx, filled, now, 'gathered', text)
  await emitSettlement(context, filled, 'created')
}

/** What was not paid is due today, with what has come in since. */
async function takeUp(context: Context, book: BookRecord, open: SettlementRecord, calendar: Calendar) {
  const { tx, now } = context
  const dueOn = lagosDay(now)
  const pending = await change(tx, open, {
    status: 'pending',
    dueOn,
    nextAt: payAt(dueOn),
    checks: 0,
    holdReason: null,
    holdMessage: null,
  })
  const filled = await fill(context, book, pending, calendar)
  const more = filled.totalKobo - open.totalKobo
  const since = more === 0 ? '' : `, with ${formatNaira(more)} since`
  await tell(tx, filled, now, 'taken_up', `Due again: ${formatNaira(filled.totalKobo)}${since}`)
}

/** Puts what can be settled into a settlement and makes it available. */
async function fill(context: Context, book: BookRecord, settlement: SettlementRecord, calendar: Calendar) {
  const { tx, now } = context
  const { merchantId, id, reference } = settlement
  const pending = reachOf(book, 'pending', now)
  let { entries } = settlement
  if ((await sumUnsettled(tx, pending)) > 0) {
    const { kobo, paidKobo } = await attach(tx, pending, id)
    const amountKobo = kobo - (await holdReserve(context, book, settlement, Math.min(paidKobo, kobo)))
    entries += 1
    if (amountKobo > 0) await post(tx, takingsSettled({ id, reference, merchantId, part: entries, amountKobo }, now))
  }
  await attach(tx, reachOf(book, 'available', now), id)
  await moveMark(tx, merchantId, book.upto)
  await change(tx, settlement, { entries })
  return reckon(tx, book, settlement, calendar)
}

/** Adds a settlement up again, and says what of it would reach the bank. */
export async function reckon(tx: Tx, book: BookRecord, settlement: SettlementRecord, calendar: Calendar) {
  await sumUp(tx, settlement, calendar)
  const { merchantId, id } = settlement
  const [added] = await tx
    .select()
    .from(settlements)
    .where(and(eq(settlements.merchantId, merchantId), eq(settlements.id, id)))
  return change(tx, added!, dutyOn(added!.totalKobo, book.stampDutyBearer))
}

/** Holds back the agreed part of what payments brought; answers how much. */
async function holdReserve({ tx, now }: Context, book: BookRecord, settlement: SettlementRecord, paidKobo: number) {
  const { merchantId, id: settlementId, reference } = settlement
  const amountKobo = Math.floor((paidKobo * book.reserveBps) / 10_000)
  if (amountKobo <= 0) return 0
  const releaseAt = startOfDay(addDays(lagosDay(now), book.reserveDays))
  const [reserve] = await tx
    .insert(settlementReserves)
    .values({ merchantId, settlementId, amountKobo, releaseAt })
    .returning()
  const entry = reserveHeld({ id: reserve!.id, reference, merchantId, amountKobo }, now)
  await post(tx, entry)
  const { rows } = await tx.$client.query<{ id: string }>('select id from ledger_entries where reference = $1', [
    entry.reference,
  ])
  await tx.insert(settlementLines).values({
    merchantId,
    entryId: rows[0]!.id,
    account: 'pending',
    settlementId,
    type: 'reserve',
    at: now,
    grossKobo: 0,
    feeKobo: 0,
    vatKobo: 0,
    amountKobo: -amountKobo,
  })
  return amountKobo
}

/** When a business's takings are gathered next, where it has any to be paid; by one read of its balances. */
export async function nextGathering(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const waits =
    (await balance(tx, merchantAccount(merchantId, 'pending'))) > 0 ||
    (await balance(tx, merchantAccount(merchantId, 'available'))) > 0
  if (!waits) return undefined
  const [book] = await tx
    .select({ gatheredOn: settlementBooks.gatheredOn, createdAt: merchants.createdAt })
    .from(merchants)
    .leftJoin(settlementBooks, eq(settlementBooks.merchantId, merchants.id))
    .where(eq(merchants.id, merchantId))
  if (!book) return undefined
  const calendar = await calendarOf(tx)
  return gatherAt(calendar.next(book.gatheredOn ?? lagosDay(book.createdAt)))
}
