import { formatNaira } from '@adire/contract/money.ts'
import type { PayoutInterval } from '@adire/contract/payout-schedule.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { merchantAccount } from '../../ledger/accounts.ts'
import { getBalance, lockLedgerAccounts, postEntry } from '../../ledger/ledger.ts'
import { proceedsSettled, reserveHeld } from '../../ledger/settlement-entries.ts'
import { merchants } from '../merchants/tables.ts'
import { repayDebt } from '../splits/debt.ts'
import { attachLines, sumLines, sumUnsettled, takeUnsettled, type Unsettled } from './attach.ts'
import { type BankingCalendar, lastSettlementDay, loadCalendar, payAt, settlementTimeOn } from './calendar.ts'
import { listOwners } from './due.ts'
import { dutyOn, minimumKobo } from './duty.ts'
import { emitSettlement } from './emit.ts'
import { waitsForOwner } from './hold.ts'
import {
  addSettlementRecord,
  appendSettlementEvent,
  buildNarration,
  claimSettlementDay,
  matchingOwner,
  newReference,
  type PayoutSettingsRecord,
  type SettlementOwner,
  type SettlementRecord,
  updateSettlementRecord,
} from './move.ts'
import { payoutDaysOf } from './payout-schedule.ts'
import { payoutSettings, settlementLines, settlementReserves, settlements } from './tables.ts'

/**
 * Collects the proceeds of a merchant or a split recipient until the end of yesterday into a settlement. Once a day, on the days of
 * its payout schedule. An unpaid settlement that was held or returned is continued with the new proceeds. Debts of a recipient are repaid first.
 * Returns false if the day was already handled. `known`: the calendar, if the caller has read it.
 */
export async function createSettlement(
  context: Context,
  owner: SettlementOwner,
  known?: BankingCalendar,
): Promise<boolean> {
  const { tx, now } = context
  const today = lagosDay(now)
  const day = lastSettlementDay(now)
  const settings = await claimSettlementDay(tx, owner, day)
  if (!settings) return false
  const calendar = known ?? (await loadCalendar(tx))
  if (day !== today || !calendar.isWorking(day)) return true
  await lockLedgerAccounts(tx, [merchantAccount(owner.ownerId, 'pending'), merchantAccount(owner.ownerId, 'available')])
  const open = await lockOpenSettlement(tx, owner)
  // The bank's outcome is not known yet: new proceeds wait, so that no kobo is in two transfers.
  if (open?.status === 'processing') return true
  // An unpaid settlement is due on every working day; a new one waits for its day.
  if (!open && !payoutDaysOf(calendar, settings).isWorking(day)) return true
  if (owner.ownerId !== owner.merchantId) await repayDebt(context, owner)
  await (open ? takeUp(context, settings, open) : begin(context, settings))
  return true
}

const selectOpenSettlement = (tx: Tx, { merchantId, ownerId }: SettlementOwner) =>
  tx
    .select()
    .from(settlements)
    .where(
      and(eq(settlements.merchantId, merchantId), eq(settlements.ownerId, ownerId), ne(settlements.status, 'success')),
    )

async function lockOpenSettlement(tx: Tx, owner: SettlementOwner): Promise<SettlementRecord | undefined> {
  const [open] = await selectOpenSettlement(tx, owner).for('update')
  return open
}

const toReach = ({ merchantId, ownerId }: PayoutSettingsRecord, now: Date) => ({
  merchantId,
  ownerId,
  cutoff: startOfDay(lagosDay(now)),
  now,
})

async function begin(context: Context, settings: PayoutSettingsRecord): Promise<void> {
  const { tx, now, config } = context
  const { merchantId, ownerId } = settings
  const unsettled = await sumUnsettled(tx, toReach(settings, now))
  if (Math.max(0, unsettled.pending.kobo) + unsettled.available.kobo < minimumKobo) return
  const [business] = await tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  const reference = newReference()
  const settlement = await addSettlementRecord(tx, {
    merchantId,
    ownerId,
    reference,
    status: 'pending',
    dueOn: lagosDay(now),
    narration: buildNarration(config.brand.name, reference, business!.name),
    createdAt: now,
    nextAt: payAt(lagosDay(now)),
  })
  const filled = await fill(context, settings, settlement, unsettled)
  const text = `Batched ${formatNaira(filled.totalKobo)} of ${filled.paymentCount} ${filled.paymentCount === 1 ? 'payment' : 'payments'}`
  await appendSettlementEvent(tx, filled, now, 'gathered', text)
  await emitSettlement(context, filled, 'settlement.created')
}

/**
 * Continues an unpaid settlement: it becomes due today, with the proceeds since. If it is on hold because of its account or by
 * the provider, it stays on hold.
 */
async function takeUp(context: Context, settings: PayoutSettingsRecord, open: SettlementRecord) {
  const { tx, now } = context
  const dueOn = lagosDay(now)
  const again = { status: 'pending', nextAt: payAt(dueOn), checks: 0, holdReason: null, holdMessage: null } as const
  const stays = open.heldFor !== null || (await waitsForOwner(tx, open))
  const due = await updateSettlementRecord(tx, open, { dueOn, ...(!stays && again) })
  const filled = await fill(context, settings, due, await sumUnsettled(tx, toReach(settings, now)))
  const more = filled.totalKobo - open.totalKobo
  // If it is held for the same reason on every working day, the timeline has only one event.
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

/** Adds everything that can be settled to the settlement and makes it available. */
async function fill(
  context: Context,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  unsettled: Unsettled,
) {
  const { tx, now } = context
  const { ownerId, id, reference } = settlement
  const reach = toReach(settings, now)
  let { entries } = settlement
  // A negative sum means that refunds used money that came in today: they wait for that money.
  if (unsettled.pending.kobo >= 0) {
    const { kobo, paidKobo } = await attachLines(tx, { ...reach, account: 'pending' }, id)
    const amountKobo = kobo - (await holdReserve(context, settings, settlement, Math.min(paidKobo, kobo)))
    if (amountKobo > 0) {
      entries += 1
      await postEntry(tx, proceedsSettled({ id, reference, ownerId, part: entries, amountKobo }, now))
    }
  }
  if (unsettled.available.lines > 0) await attachLines(tx, { ...reach, account: 'available' }, id)
  return recomputeTotals(tx, settings, settlement, entries)
}

/** Recomputes the totals of a settlement and the amount that reaches the bank. `entries`: its ledger entries. */
export async function recomputeTotals(
  tx: Tx,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  entries = settlement.entries,
) {
  const totals = await sumLines(tx, settlement)
  return updateSettlementRecord(tx, settlement, {
    ...totals,
    ...dutyOn(totals.totalKobo, settings.stampDutyBearer),
    entries,
  })
}

/** Holds the agreed reserve of the payments' net. Returns the amount in kobo. */
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

/** Next time at which proceeds of the merchant or its recipients are settled, if their balances are above zero. */
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
    .select({
      lastRunOn: payoutSettings.lastRunOn,
      payoutInterval: sql<PayoutInterval>`coalesce(${payoutSettings.payoutInterval}, 'daily')`,
      payoutDay: payoutSettings.payoutDay,
      createdAt: merchants.createdAt,
    })
    .from(merchants)
    .leftJoin(payoutSettings, matchingOwner({ merchantId, ownerId }))
    .where(eq(merchants.id, merchantId))
  if (!settings) return undefined
  const calendar = await loadCalendar(tx)
  const [open] = await selectOpenSettlement(tx, { merchantId, ownerId })
  const days = open ? calendar : payoutDaysOf(calendar, settings)
  return settlementTimeOn(days.next(settings.lastRunOn ?? lagosDay(settings.createdAt)))
}
