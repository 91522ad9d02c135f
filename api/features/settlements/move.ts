import { randomInt } from 'node:crypto'
import type { SettlementStatus } from '@adire/contract/settlement-status.ts'
import { settlementMoves } from '@adire/contract/settlements.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { splitRecipients } from '../splits/tables.ts'
import { payoutSettings, settlementEvents, settlements } from './tables.ts'

export type SettlementRecord = typeof settlements.$inferSelect
export type PayoutSettingsRecord = typeof payoutSettings.$inferSelect
export interface SettlementKey {
  merchantId: string
  id: string
}
/** Who is settled: a business, whose own id stands twice, or a party it shares payments with. */
export interface SettlementOwner {
  merchantId: string
  ownerId: string
}

export const businessOwner = (merchantId: string): SettlementOwner => ({ merchantId, ownerId: merchantId })

const matching = ({ merchantId, id }: SettlementKey) =>
  and(eq(settlements.merchantId, merchantId), eq(settlements.id, id))

export const matchingOwner = ({ merchantId, ownerId }: SettlementOwner) =>
  and(eq(payoutSettings.merchantId, merchantId), eq(payoutSettings.ownerId, ownerId))

/** How somebody is settled, held until the transaction ends: whoever settles it waits for this. */
export async function lockPayoutSettings(tx: Tx, owner: SettlementOwner): Promise<PayoutSettingsRecord> {
  await tx.insert(payoutSettings).values({ merchantId: owner.merchantId, ownerId: owner.ownerId }).onConflictDoNothing()
  const [settings] = await tx.select().from(payoutSettings).where(matchingOwner(owner)).for('update')
  return settings!
}

export async function findSettlement(tx: Tx, key: SettlementKey): Promise<SettlementRecord> {
  const [settlement] = await tx.select().from(settlements).where(matching(key))
  if (!settlement) throw problem.notFound('settlement')
  return settlement
}

/** A settlement and its owner's book, held until the transaction ends; the book always first. */
export async function lockSettlement(tx: Tx, key: SettlementKey) {
  const settings = await lockPayoutSettings(tx, await findSettlement(tx, key))
  const [settlement] = await tx.select().from(settlements).where(matching(key)).for('update')
  if (!settlement) throw problem.notFound('settlement')
  return { settings, settlement }
}

/** The part of it that has left for the bank; what is due, held or came back has not. */
export const sentAmounts = ({ status, amountKobo, stampDutyKobo }: SettlementRecord) =>
  status === 'success' || status === 'processing'
    ? { bankKobo: amountKobo, dutyKobo: stampDutyKobo }
    : { bankKobo: 0, dutyKobo: 0 }

export const mayMove = (from: SettlementStatus, to: SettlementStatus) => settlementMoves[from].includes(to)

/** The one way a held settlement changes: a move its status does not allow is refused. */
export async function updateSettlementRecord(tx: Tx, settlement: SettlementRecord, to: Partial<SettlementRecord>) {
  if (to.status !== undefined && to.status !== settlement.status && !mayMove(settlement.status, to.status))
    throw problem.conflict(
      'settlement_move_refused',
      `A settlement that is ${settlement.status} cannot become ${to.status}`,
    )
  const [changed] = await tx.update(settlements).set(to).where(matching(settlement)).returning()
  await announceTopic(tx, settlement.merchantId, 'payments')
  return changed!
}

/** The party it is for, by name; undefined where it is the business's own. */
export async function findRecipientName(tx: Tx, { merchantId, ownerId }: SettlementOwner): Promise<string | undefined> {
  if (ownerId === merchantId) return undefined
  const [recipient] = await tx
    .select({ name: splitRecipients.name })
    .from(splitRecipients)
    .where(eq(splitRecipients.id, ownerId))
  return recipient?.name
}

/** Writes a sentence on the settlement's timeline. */
export async function appendSettlementEvent(
  tx: Tx,
  { merchantId, id: settlementId }: SettlementKey,
  at: Date,
  kind: string,
  text: string,
) {
  await tx.insert(settlementEvents).values({ merchantId, settlementId, at, kind, text })
}

/** The day under which a settlement's page opens: of its last payments. */
export const settlementPath = ({ id, lastDay, dueOn }: SettlementRecord) => `/payouts/${id}/${lastDay ?? dueOn}`

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const newReference = () =>
  `stl_${Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Our reference as a bank's alert shows it: capitals and digits. */
export const bankedReference = (reference: string) => reference.replace('_', '').toUpperCase()

/** What the receiver's bank shows: letters and digits that every bank keeps, at most 40. */
export const buildNarration = (brand: string, reference: string, businessName: string) =>
  `${brand} ${bankedReference(reference)} ${businessName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, 40)
    .trim()
