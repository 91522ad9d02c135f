import { randomInt } from 'node:crypto'
import type { SettlementStatus } from '@adire/contract/settlement-status.ts'
import { settlementMoves } from '@adire/contract/settlements.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announce } from '../../jobs/announce.ts'
import { splitParties } from '../splits/tables.ts'
import { settlementBooks, settlementEvents, settlements } from './tables.ts'

export type SettlementRecord = typeof settlements.$inferSelect
export type BookRecord = typeof settlementBooks.$inferSelect
export interface SettlementKey {
  merchantId: string
  id: string
}
/** Who is settled: a business, whose own id stands twice, or a party it shares payments with. */
export interface Owner {
  merchantId: string
  ownerId: string
}

export const businessOwner = (merchantId: string): Owner => ({ merchantId, ownerId: merchantId })

const matching = ({ merchantId, id }: SettlementKey) =>
  and(eq(settlements.merchantId, merchantId), eq(settlements.id, id))

export const bookOf = ({ merchantId, ownerId }: Owner) =>
  and(eq(settlementBooks.merchantId, merchantId), eq(settlementBooks.ownerId, ownerId))

/** How somebody is settled, held until the transaction ends: whoever settles it waits for this. */
export async function holdBook(tx: Tx, owner: Owner): Promise<BookRecord> {
  await tx
    .insert(settlementBooks)
    .values({ merchantId: owner.merchantId, ownerId: owner.ownerId })
    .onConflictDoNothing()
  const [book] = await tx.select().from(settlementBooks).where(bookOf(owner)).for('update')
  return book!
}

export async function findSettlement(tx: Tx, key: SettlementKey): Promise<SettlementRecord> {
  const [settlement] = await tx.select().from(settlements).where(matching(key))
  if (!settlement) throw problem.notFound('settlement')
  return settlement
}

/** A settlement and its owner's book, held until the transaction ends; the book always first. */
export async function holdSettlement(tx: Tx, key: SettlementKey) {
  const book = await holdBook(tx, await findSettlement(tx, key))
  const [settlement] = await tx.select().from(settlements).where(matching(key)).for('update')
  if (!settlement) throw problem.notFound('settlement')
  return { book, settlement }
}

/** The part of it that has left for the bank; what is due, held or came back has not. */
export const sentOf = ({ status, amountKobo, stampDutyKobo }: SettlementRecord) =>
  status === 'success' || status === 'processing'
    ? { bankKobo: amountKobo, dutyKobo: stampDutyKobo }
    : { bankKobo: 0, dutyKobo: 0 }

export const mayMove = (from: SettlementStatus, to: SettlementStatus) => settlementMoves[from].includes(to)

/** The one way a held settlement changes: a move its status does not allow is refused. */
export async function change(tx: Tx, settlement: SettlementRecord, to: Partial<SettlementRecord>) {
  if (to.status !== undefined && to.status !== settlement.status && !mayMove(settlement.status, to.status))
    throw problem.conflict(
      'settlement_move_refused',
      `A settlement that is ${settlement.status} cannot become ${to.status}`,
    )
  const [changed] = await tx.update(settlements).set(to).where(matching(settlement)).returning()
  await announce(tx, settlement.merchantId, 'payments')
  return changed!
}

/** The party it is for, by name; undefined where it is the business's own. */
export async function whoseOf(tx: Tx, { merchantId, ownerId }: Owner): Promise<string | undefined> {
  if (ownerId === merchantId) return undefined
  const [party] = await tx.select({ name: splitParties.name }).from(splitParties).where(eq(splitParties.id, ownerId))
  return party?.name
}

/** Writes a sentence on the settlement's timeline. */
export async function tell(
  tx: Tx,
  { merchantId, id: settlementId }: SettlementKey,
  at: Date,
  kind: string,
  text: string,
) {
  await tx.insert(settlementEvents).values({ merchantId, settlementId, at, kind, text })
}

/** The day under which a settlement's page opens: of its last payments. */
export const pathOf = ({ id, lastDay, dueOn }: SettlementRecord) => `/payouts/${id}/${lastDay ?? dueOn}`

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const newReference = () =>
  `stl_${Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')}`

/** Our reference as a bank's alert shows it: capitals and digits. */
export const bankedReference = (reference: string) => reference.replace('_', '').toUpperCase()

/** What the receiver's bank shows: letters and digits that every bank keeps, at most 40. */
export const narrationOf = (brand: string, reference: string, businessName: string) =>
  `${brand} ${bankedReference(reference)} ${businessName}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toUpperCase()
    .slice(0, 40)
    .trim()
