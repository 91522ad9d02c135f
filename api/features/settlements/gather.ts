import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { balance, post } from '../../ledger/ledger.ts'
import { reserveHeld, takingsSettled } from '../../ledger/settlement-entries.ts'
import { holdBalances } from '../../ledger/take.ts'
import { merchants } from '../merchants/tables.ts'
import { repayDebt } from '../splits/splits.ts'
import { attach, sumUnsettled, sumUp, takeUnsettled } from './attach.ts'
import { calendarOf, gatherAt, payAt } from './calendar.ts'
import { ownersOf } from './due.ts'
import { dutyOn, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { waitsForOwner } from './hold.ts'
import {
  type BookRecord,
  bookOf,
  change,
  holdBook,
  narrationOf,
  newReference,
  type Owner,
  type SettlementRecord,
  tell,
} from './move.ts'
import { settlementBooks, settlementLines, settlementReserves, settlements } from './tables.ts'

/**
 * Gathers what a business or a party took until the end of yesterday into its settlement, where today is a working day; once a
 * day. A settlement that was held or came back is taken up again together with it. What a party owes is taken first. Answers false
 * where the day was looked at before.
 */
export async function gather(context: Context, owner: Owner): Promise<boolean> {
  const { tx, now } = context
  const today = lagosDay(now)
  const day = now < gatherAt(today) ? addDays(today, -1) : today
  const book = await holdBook(tx, owner)
  if (book.gatheredOn !== null && book.gatheredOn >= day) return false
  await tx.update(settlementBooks).set({ gatheredOn: day }).where(bookOf(owner))
  const calendar = await calendarOf(tx)
  if (day !== today || !calendar.isWorking(day)) return true
  await holdBalances(tx, owner.ownerId)
  const open = await openOf(tx, owner)
  // The bank has not answered for it: what came since waits, so that no kobo stands in two transfers.
  if (open?.status === 'processing') return true
  if (owner.ownerId !== owner.merchantId) await repayDebt(context, owner)
  await (open ? takeUp(context, book, open) : begin(context, book))
  return true
}

async function openOf(tx: Tx, { merchantId, ownerId }: Owner): Promise<SettlementRecord | undefined> {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(
      and(eq(settlements.merchantId, merchantId), eq(settlements.ownerId, ownerId), ne(settlements.status, 'success')),
    )
    .for('update')
  return open
}

const reachOf = ({ merchantId, ownerId }: BookRecord, account: 'pending' | 'available', now: Date) =>
  ({ merchantId, ownerId, account, cutoff: startOfDay(lagosDay(now)), now }) as const

async function begin(context: Context, book: BookRecord): Promise<void> {
  const { tx, now, config } = context
  const { merchantId, ownerId } = book
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
      ownerId,
      reference,
      status: 'pending',
      dueOn: lagosDay(now),
      narration: narrationOf(config.brand.name, reference, business!.name),
      createdAt: now,
      nextAt: payAt(lagosDay(now)),
    })
    .returning()
  const filled = await fill(context, book, settlement!)
  const text = `Gathered ${formatNaira(filled.totalKobo)} of ${filled.paymentCount} ${filled.paymentCount === 1 ? 'payment' : 'payments'}`
  await tell(tx, filled, now, 'gathered', text)
  await emitSettlement(context, filled, 'created')
}

/** What was not paid is due today, with what has come in since; held for its account it stays, and waits for its owner. */
async function takeUp(context: Context, book: BookRecord, open: SettlementRecord) {
  const { tx, now } = context
  const dueOn = lagosDay(now)
  const again = { status: 'pending', nextAt: payAt(dueOn), checks: 0, holdReason: null, holdMessage: null } as const
  const stays = await waitsForOwner(tx, open)
  const filled = await fill(context, book, await change(tx, open, { dueOn, ...(!stays && again) }))
  const more = filled.totalKobo - open.totalKobo
  // Held for the same reason on every working day, its timeline says so once.
  if (open.status === 'on_hold' && more === 0) return
  const since = more === 0 ? '' : `, with ${formatNaira(more)} since`
  await tell(
    tx,
    filled,
    now,
    'taken_up',
    `${stays ? 'On hold' : 'Due again'}: ${formatNaira(filled.totalKobo)}${since}`,
  )
}

/** Puts what can be settled into a settlement and makes it available. */
async function fill(context: Context, book: BookRecord, settlement: SettlementRecord) {
  const { tx, now } = context
  const { ownerId, id, reference } = settlement
  const pending = reachOf(book, 'pending', now)
  let { entries } = settlement
  // Below zero, refunds took what came in today: they wait for it.
  if ((await sumUnsettled(tx, pending)) >= 0) {
    const { kobo, paidKobo } = await attach(tx, pending, id)
    const amountKobo = kobo - (await holdReserve(context, book, settlement, Math.min(paidKobo, kobo)))
    if (amountKobo > 0) {
      entries += 1
      await post(tx, takingsSettled({ id, reference, ownerId, part: entries, amountKobo }, now))
    }
  }
  await attach(tx, reachOf(book, 'available', now), id)
  await change(tx, settlement, { entries })
  return reckon(tx, book, settlement)
}

/** Adds a settlement up again, and says what of it would reach the bank. */
export async function reckon(tx: Tx, book: BookRecord, settlement: SettlementRecord) {
  const added = await sumUp(tx, settlement)
  return change(tx, added, dutyOn(added.totalKobo, book.stampDutyBearer))
}

/** Holds back the agreed part of what payments brought; answers how much. */
async function holdReserve({ tx, now }: Context, book: BookRecord, settlement: SettlementRecord, paidKobo: number) {
  const { merchantId, ownerId, id: settlementId, reference } = settlement
  const amountKobo = Math.floor((paidKobo * book.reserveBps) / 10_000)
  if (amountKobo <= 0) return 0
  const releaseAt = startOfDay(addDays(lagosDay(now), book.reserveDays))
  const [reserve] = await tx
    .insert(settlementReserves)
    .values({ merchantId, settlementId, amountKobo, releaseAt })
    .returning()
  const entry = reserveHeld({ id: reserve!.id, reference, ownerId, amountKobo }, now)
  await post(tx, entry)
  const entryId = await takeUnsettled(tx, settlement, 'pending', entry.reference)
  await tx.insert(settlementLines).values({
    merchantId,
    ownerId,
    entryId,
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

/** When takings of a business or its parties are gathered next, where there are any to be paid; by a read of the balances. */
export async function nextGathering(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const found: Date[] = []
  for (const owner of await ownersOf(tx, merchantId)) {
    const at = await nextOf(tx, owner)
    if (at) found.push(at)
  }
  return found.sort((one, other) => one.getTime() - other.getTime())[0]
}

async function nextOf(tx: Tx, { merchantId, ownerId }: Owner): Promise<Date | undefined> {
  const waits =
    (await balance(tx, merchantAccount(ownerId, 'pending'))) > 0 ||
    (await balance(tx, merchantAccount(ownerId, 'available'))) > 0
  if (!waits) return undefined
  const [book] = await tx
    .select({ gatheredOn: settlementBooks.gatheredOn, createdAt: merchants.createdAt })
    .from(merchants)
    .leftJoin(settlementBooks, bookOf({ merchantId, ownerId }))
    .where(eq(merchants.id, merchantId))
  if (!book) return undefined
  const calendar = await calendarOf(tx)
  return gatherAt(calendar.next(book.gatheredOn ?? lagosDay(book.createdAt)))
}
