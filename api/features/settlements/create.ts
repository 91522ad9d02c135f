import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance, postEntry } from '../../ledger/ledger.ts'
import { proceedsSettled, reserveHeld } from '../../ledger/settlement-entries.ts'
import { lockBalances } from '../../ledger/take.ts'
import { merchants } from '../merchants/tables.ts'
import { repayDebt } from '../splits/splits.ts'
import { attachLines, sumUnsettled, sumUp, takeUnsettled } from './attach.ts'
import { loadCalendar, payAt, settlementTimeOn } from './calendar.ts'
import { listOwners } from './due.ts'
import { dutyOn, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { waitsForOwner } from './hold.ts'
import {
  appendSettlementEvent,
  buildNarration,
  lockPayoutSettings,
  matchingOwner,
  newReference,
  type PayoutSettingsRecord,
  type SettlementOwner,
  type SettlementRecord,
  updateSettlementRecord,
} from './move.ts'
import { payoutSettings, settlementLines, settlementReserves, settlements } from './tables.ts'

/**
 * Gathers what a business or a party took until the end of yesterday into its settlement, where today is a working day; once a
 * day. A settlement that was held or came back is taken up again together with it. What a party owes is taken first. Answers false
 * where the day was looked at before.
 */
export async function createSettlement(context: Context, owner: SettlementOwner): Promise<boolean> {
  const { tx, now } = context
  const today = lagosDay(now)
  const day = now < settlementTimeOn(today) ? addDays(today, -1) : today
  const settings = await lockPayoutSettings(tx, owner)
  if (settings.lastRunOn !== null && settings.lastRunOn >= day) return false
  await tx.update(payoutSettings).set({ lastRunOn: day }).where(matchingOwner(owner))
  const calendar = await loadCalendar(tx)
  if (day !== today || !calendar.isWorking(day)) return true
  await lockBalances(tx, owner.ownerId)
  const open = await findOpenSettlement(tx, owner)
  // The bank has not answered for it: what came since waits, so that no kobo stands in two transfers.
  if (open?.status === 'processing') return true
  if (owner.ownerId !== owner.merchantId) await repayDebt(context, owner)
  await (open ? takeUp(context, settings, open) : begin(context, settings))
  return true
}

async function findOpenSettlement(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
): Promise<SettlementRecord | undefined> {
  const [open] = await tx
    .select()
    .from(settlements)
    .where(
      and(eq(settlements.merchantId, merchantId), eq(settlements.ownerId, ownerId), ne(settlements.status, 'success')),
    )
    .for('update')
  return open
}

const toReach = ({ merchantId, ownerId }: PayoutSettingsRecord, account: 'pending' | 'available', now: Date) =>
  ({ merchantId, ownerId, account, cutoff: startOfDay(lagosDay(now)), now }) as const

async function begin(context: Context, settings: PayoutSettingsRecord): Promise<void> {
  const { tx, now, config } = context
  const { merchantId, ownerId } = settings
  const fromPending = await sumUnsettled(tx, toReach(settings, 'pending', now))
  const fromAvailable = await sumUnsettled(tx, toReach(settings, 'available', now))
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
      narration: buildNarration(config.brand.name, reference, business!.name),
      createdAt: now,
      nextAt: payAt(lagosDay(now)),
    })
    .returning()
  const filled = await fill(context, settings, settlement!)
  const text = `Gathered ${formatNaira(filled.totalKobo)} of ${filled.paymentCount} ${filled.paymentCount === 1 ? 'payment' : 'payments'}`
  await appendSettlementEvent(tx, filled, now, 'gathered', text)
  await emitSettlement(context, filled, 'created')
}

/** What was not paid is due today, with what has come in since; held for its account it stays, and waits for its owner. */
async function takeUp(context: Context, settings: PayoutSettingsRecord, open: SettlementRecord) {
  const { tx, now } = context
  const dueOn = lagosDay(now)
  const again = { status: 'pending', nextAt: payAt(dueOn), checks: 0, holdReason: null, holdMessage: null } as const
  const stays = await waitsForOwner(tx, open)
  const filled = await fill(context, settings, await updateSettlementRecord(tx, open, { dueOn, ...(!stays && again) }))
  const more = filled.totalKobo - open.totalKobo
  // Held for the same reason on every working day, its timeline says so once.
  if (open.status === 'on_hold' && more === 0) return
  const since = more === 0 ? '' : `, with ${formatNaira(more)} since`
  await appendSettlementEvent(
    tx,
    filled,
    now,
    'taken_up',
    `${stays ? 'On hold' : 'Due again'}: ${formatNaira(filled.totalKobo)}${since}`,
  )
}

/** Puts what can be settled into a settlement and makes it available. */
async function fill(context: Context, settings: PayoutSettingsRecord, settlement: SettlementRecord) {
  const { tx, now } = context
  const { ownerId, id, reference } = settlement
  const pending = toReach(settings, 'pending', now)
  let { entries } = settlement
  // Below zero, refunds took what came in today: they wait for it.
  if ((await sumUnsettled(tx, pending)) >= 0) {
    const { kobo, paidKobo } = await attachLines(tx, pending, id)
    const amountKobo = kobo - (await holdReserve(context, settings, settlement, Math.min(paidKobo, kobo)))
    if (amountKobo > 0) {
      entries += 1
      await postEntry(tx, proceedsSettled({ id, reference, ownerId, part: entries, amountKobo }, now))
    }
  }
  await attachLines(tx, toReach(settings, 'available', now), id)
  await updateSettlementRecord(tx, settlement, { entries })
  return recomputeTotals(tx, settings, settlement)
}

/** Adds a settlement up again, and says what of it would reach the bank. */
export async function recomputeTotals(tx: Tx, settings: PayoutSettingsRecord, settlement: SettlementRecord) {
  const added = await sumUp(tx, settlement)
  return updateSettlementRecord(tx, added, dutyOn(added.totalKobo, settings.stampDutyBearer))
}

/** Holds back the agreed part of what payments brought; answers how much. */
async function holdReserve(
  { tx, now }: Context,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  paidKobo: number,
) {
  const { merchantId, ownerId, id: settlementId, reference } = settlement
  const amountKobo = Math.floor((paidKobo * settings.reserveBps) / 10_000)
  if (amountKobo <= 0) return 0
  const releaseAt = startOfDay(addDays(lagosDay(now), settings.reserveDays))
  const [reserve] = await tx
    .insert(settlementReserves)
    .values({ merchantId, settlementId, amountKobo, releaseAt })
    .returning()
  const entry = reserveHeld({ id: reserve!.id, reference, ownerId, amountKobo }, now)
  await postEntry(tx, entry)
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
export async function nextSettlementTime(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const found: Date[] = []
  for (const owner of await listOwners(tx, merchantId)) {
    const at = await calculateNextDueAt(tx, owner)
    if (at) found.push(at)
  }
  return found.sort((one, other) => one.getTime() - other.getTime())[0]
}

async function calculateNextDueAt(tx: Tx, { merchantId, ownerId }: SettlementOwner): Promise<Date | undefined> {
  const waits =
    (await getBalance(tx, merchantAccount(ownerId, 'pending'))) > 0 ||
    (await getBalance(tx, merchantAccount(ownerId, 'available'))) > 0
  if (!waits) return undefined
  const [settings] = await tx
    .select({ lastRunOn: payoutSettings.lastRunOn, createdAt: merchants.createdAt })
    .from(merchants)
    .leftJoin(payoutSettings, matchingOwner({ merchantId, ownerId }))
    .where(eq(merchants.id, merchantId))
  if (!settings) return undefined
  const calendar = await loadCalendar(tx)
  return settlementTimeOn(calendar.next(settings.lastRunOn ?? lagosDay(settings.createdAt)))
}
