import { eq } from 'drizzle-orm'
import type { Database, Tx } from '../database/connect.ts'
import { keyFingerprints } from './tables.ts'

export type KeyName = (typeof keyFingerprints.$inferSelect)['name']

const advice: Record<KeyName, string> = {
  SIGNING_KEY:
    'Processes on one database must have the same: set SIGNING_KEY to the key of the others (signing-key.json in their ' +
    'DATA_DIR). If the key was changed on purpose, run "npm run operator -- keys replace-signing"; everybody then signs in again.',
  SEALING_KEY:
    'What is sealed in it opens with its own key only: set SEALING_KEY to that key (the file sealing-key in the DATA_DIR ' +
    'the database was used with).',
}

/**
 * Stores the fingerprints of the keys a database is first used with, and rejects other keys afterwards: a process with another
 * key would reject valid sessions and fail to open sealed values.
 * @throws Error that names the variable
 */
export async function requireSameKeys(
  database: Database,
  fingerprints: Partial<Record<KeyName, string>>,
): Promise<void> {
  for (const [name, fingerprint] of Object.entries(fingerprints) as [KeyName, string][]) {
    const known = await database.write(async (tx) => {
      await tx.insert(keyFingerprints).values({ name, fingerprint }).onConflictDoNothing()
      const [row] = await tx.select().from(keyFingerprints).where(eq(keyFingerprints.name, name))
      return row!.fingerprint
    })
    if (known !== fingerprint)
      throw new Error(`${name} is not the key that this database is used with. ${advice[name]}`)
  }
}

/** Allows the next process that starts to use a new signing key. */
export async function deleteSigningKeyFingerprint(tx: Tx): Promise<void> {
  await tx.delete(keyFingerprints).where(eq(keyFingerprints.name, 'SIGNING_KEY'))
}
