import { settlementMoves } from '@adire/contract/settlements.ts'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { randomText } from '../../random-text.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline, type ObjectKey } from '../lifecycle/timeline.ts'
import { splitRecipients } from '../splits/tables.ts'
import { payoutSettings, settlements } from './tables.ts'

export type SettlementRecord = typeof settlements.$inferSelect
export type PayoutSettingsRecord = typeof payoutSettings.$inferSelect
export type SettlementKey = ObjectKey
/** Owner of a settlement: a merchant (both ids are the same) or a split recipient. */
export interface SettlementOwner {
  merchantId: string
  ownerId: string
}

export const businessOwner = (merchantId: string): SettlementOwner => ({ merchantId, ownerId: merchantId })

const lifecycle = defineLifecycle(settlements, { name: 'settlement', moves: settlementMoves, topic: 'payments' })
export const findSettlement = lifecycle.find
export const addSettlementRecord = lifecycle.add
export const updateSettlementRecord = lifecycle.update

export const settlementTimeline = defineTimeline('settlement')
export const appendSettlementEvent = settlementTimeline.append

export const matchingOwner = ({ merchantId, ownerId }: SettlementOwner) =>
  and(eq(payoutSettings.merchantId, merchantId), eq(payoutSettings.ownerId, ownerId))

/** Payout settings of an owner. Undefined for one without settings of its own, to which the defaults apply. */
export async function findPayoutSettings(tx: Tx, owner: SettlementOwner): Promise<PayoutSettingsRecord | undefined> {
  const [settings] = await tx.select().from(payoutSettings).where(matchingOwner(owner))
  return settings
}

/** Payout settings of an owner, locked until the transaction ends, so that its settlements are changed one at a time. */
export async function lockPayoutSettings(tx: Tx, owner: SettlementOwner): Promise<PayoutSettingsRecord> {
  await tx.insert(payoutSettings).values({ merchantId: owner.merchantId, ownerId: owner.ownerId }).onConflictDoNothing()
  const [settings] = await tx.select().from(payoutSettings).where(matchingOwner(owner)).for('update')
  return settings!
}

/** Payout settings of an owner whose proceeds are settled today. `ranBeforeOn`: day of the run before; null before the first. */
export type ClaimedSettings = PayoutSettingsRecord & { ranBeforeOn: string | null }

/**
 * Payout settings of an owner, locked likewise, with `day` as the last day on which its proceeds were settled. Undefined if they were
 * settled on that day or later.
 */
export async function claimSettlementDay(
  tx: Tx,
  owner: SettlementOwner,
  day: string,
): Promise<ClaimedSettings | undefined> {
  const { lastRunOn } = payoutSettings
  const before = await findPayoutSettings(tx, owner)
  const { merchantId, ownerId } = owner
  const [claimed] = await tx
    .insert(payoutSettings)
    .values({ merchantId, ownerId, lastRunOn: day })
    .onConflictDoUpdate({
      target: [payoutSettings.merchantId, payoutSettings.ownerId],
      set: { lastRunOn: day },
      setWhere: or(isNull(lastRunOn), lt(lastRunOn, day)),
    })
    .returning()
  return claimed && { ...claimed, ranBeforeOn: before?.lastRunOn ?? null }
}

/**
 * A settlement and its owner's payout settings, locked until the transaction ends; the settings first, to avoid deadlocks.
 * @throws 404 settlement_not_found
 */
export async function lockSettlement(tx: Tx, key: SettlementKey) {
  const settings = await lockPayoutSettings(tx, await findSettlement(tx, key))
  return { settings, settlement: await lifecycle.lock(tx, key) }
}

/** Amounts of a settlement that were sent to the bank, in kobo; 0 while it is due, on hold or returned. */
export const sentAmounts = ({ status, amountKobo, stampDutyKobo }: SettlementRecord) =>
  status === 'success' || status === 'processing'
    ? { bankKobo: amountKobo, dutyKobo: stampDutyKobo }
    : { bankKobo: 0, dutyKobo: 0 }

/** Name of the split recipient that the owner is; undefined for the merchant. */
export async function findRecipientName(tx: Tx, { merchantId, ownerId }: SettlementOwner): Promise<string | undefined> {
  if (ownerId === merchantId) return undefined
  const [recipient] = await tx
    .select({ name: splitRecipients.name })
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchantId), eq(splitRecipients.id, ownerId)))
  return recipient?.name
}

/** Dashboard path of a settlement. It contains the day of its last payments. */
export const settlementPath = ({ id, lastDay, dueOn }: SettlementRecord) => `/payouts/${id}/${lastDay ?? dueOn}`

/** Long enough to be unique over all businesses at a processor without a key that says so (decision 115). */
export const newSettlementReference = () => `stl_${randomText(16)}`

/** Our reference as a bank's alert shows it: capital letters and digits. */
const bankedReference = (reference: string) => reference.replace('_', '').toUpperCase()

/** Narration on the receiver's bank statement: at most 40 letters, digits and spaces, which every bank preserves. */
export const buildNarration = (brand: string, reference: string, businessName: string) =>
  `${brand} ${bankedReference(reference)} ${businessName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, 40)
    .trim()
