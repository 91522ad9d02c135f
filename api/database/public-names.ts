import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import { merchantsOfNames } from './merchant-of-name.ts'
import { publicNames } from './tables.ts'

export interface PublicName {
  kind: (typeof publicNames.$inferSelect)['kind']
  name: string
}

interface NamedObject {
  merchantId: string
  id: string
}

/** Businesses of the slugs of payment links. */
export const merchantsOfSlugs = merchantsOfNames(publicNames, publicNames.name, eq(publicNames.kind, 'payment_link'))

/**
 * Gives an object a name that no other one of this kind has, over all businesses. False if it is taken. Of two objects that claim it at the
 * same time, the second waits for the first one's transaction. An object may claim its own name again: a mandate that is sent again may get
 * the reference that it had.
 */
export async function claimPublicName(tx: Tx, name: PublicName, { merchantId, id }: NamedObject): Promise<boolean> {
  const { rowCount } = await tx
    .insert(publicNames)
    .values({ ...name, merchantId, id })
    .onConflictDoUpdate({
      target: [publicNames.kind, publicNames.name],
      set: { id: sql`excluded.id` },
      setWhere: and(eq(publicNames.merchantId, merchantId), eq(publicNames.id, id)),
    })
  return rowCount === 1
}

/** Gives up the name of an object that is deleted in the same transaction. */
export async function releasePublicName(tx: Tx, { kind, name }: PublicName, { merchantId, id }: NamedObject) {
  await tx
    .delete(publicNames)
    .where(
      and(
        eq(publicNames.kind, kind),
        eq(publicNames.name, name),
        eq(publicNames.merchantId, merchantId),
        eq(publicNames.id, id),
      ),
    )
}

/** Finds which of the names are taken. */
export async function findTakenNames(tx: Tx, kind: PublicName['kind'], names: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ name: publicNames.name })
    .from(publicNames)
    .where(and(eq(publicNames.kind, kind), inArray(publicNames.name, [...names])))
  return new Set(rows.map(({ name }) => name))
}
