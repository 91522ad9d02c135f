import type { Passkey } from '@adire/contract/passkeys-schemas.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../../database/connect.ts'
import type { OwnerKind, PasskeyOwner } from './challenges.ts'
import { passkeys } from './tables.ts'

export type PasskeyRecord = typeof passkeys.$inferSelect

/** A passkey as its owner sees it. */
export const toPasskeyResponse = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRecord): Passkey => ({
  id,
  name,
  synced: isSynced,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

const ofOwner = ({ kind, id }: PasskeyOwner) => and(eq(passkeys.ownerKind, kind), eq(passkeys.ownerId, id))

/** Passkeys of an account, oldest first. `passkeysMaximum` bounds their number. */
export const listPasskeyRecords = (tx: Tx, owner: PasskeyOwner): Promise<PasskeyRecord[]> =>
  tx.select().from(passkeys).where(ofOwner(owner)).orderBy(asc(passkeys.createdAt), asc(passkeys.id))

export const countPasskeys = (tx: Tx, owner: PasskeyOwner): Promise<number> => tx.$count(passkeys, ofOwner(owner))

/** SQL: whether the account with the id of `column` has a passkey. */
export const hasPasskeySql = (kind: OwnerKind, column: PgColumn): SQL<boolean> =>
  sql<boolean>`exists (select from passkeys where passkeys.owner_kind = ${kind} and passkeys.owner_id = ${column})`

/** Renames a passkey. Returns it with its old name; undefined if the account has no such passkey. */
export async function renamePasskeyRecord(tx: Tx, owner: PasskeyOwner, id: string, name: string) {
  const [before] = await tx
    .select()
    .from(passkeys)
    .where(and(ofOwner(owner), eq(passkeys.id, id)))
    .for('update')
  if (!before) return undefined
  await tx.update(passkeys).set({ name }).where(eq(passkeys.id, id))
  return { passkey: { ...before, name }, oldName: before.name }
}

/** Deletes a passkey and returns it; undefined if the account has no such passkey. */
export async function deletePasskey(tx: Tx, owner: PasskeyOwner, id: string): Promise<PasskeyRecord | undefined> {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(ofOwner(owner), eq(passkeys.id, id)))
    .returning()
  return removed
}

/** Deletes every passkey of an account. Returns their number. */
export async function deletePasskeys(tx: Tx, owner: PasskeyOwner): Promise<number> {
  return (await tx.delete(passkeys).where(ofOwner(owner)).returning({ id: passkeys.id })).length
}

/** Locks a passkey against removal, until the end of the transaction. False if it was removed. */
export async function lockPasskey(tx: Tx, id: string): Promise<boolean> {
  const found = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id)).for('share')
  return found.length > 0
}

export async function findPasskey(tx: Tx, kind: OwnerKind, credentialId: string): Promise<PasskeyRecord | undefined> {
  const [found] = await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.ownerKind, kind)))
  return found
}
