import { randomInt } from 'node:crypto'
import type { SettlementStatus } from '@adire/contract/settlement-status.ts'
import { settlementMoves } from '@adire/contract/settlements.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { announce } from '../../jobs/announce.ts'
import { settlementBooks, settlementEvents, settlements } from './tables.ts'

export type SettlementRecord = typeof settlements.$inferSelect
export type BookRecord = typeof settlementBooks.$inferSelect
export interface SettlementKey {
  merchantId: string
  id: string
}

const matching = ({ merchantId, id }: SettlementKey) =>
  and(eq(settlements.merchantId, merchantId), eq(settlements.id, id))

/** How a business is settled, held until the transaction ends: whoever settles it waits for this. */
export async function holdBook(tx: Tx, merchantId: string): Promise<BookRecord> {
  await tx.insert(settlementBooks).values({ merchantId }).onConflictDoNothing()
  const [book] = await tx.select().from(settlementBooks).where(eq(settlementBooks.merchantId, merchantId)).for('update')
  return book!
}

export async function findSettlement(tx: Tx, key: SettlementKey): Promise<SettlementRecord> {
  const [settlement] = await tx.select().from(settlements).where(matching(key))
  if (!settlement) throw problem.notFound('settlement')
  return settlement
}

/** A settlement and its business's book, held until the transaction ends; the book always first. */
export async function holdSettlement(tx: Tx, key: SettlementKey) {
  const book = await holdBook(tx, key.merchantId)
  const [settlement] = await tx.select().from(settlements).where(matching(key)).for('update')
  if (!settlement) throw problem.notFound('settlement')
  return { book, settlement }
}

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
