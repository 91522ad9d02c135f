import pg from 'pg'
import { objectCopies } from '../files/copied-objects.ts'
import type { ObjectStore } from '../files/objects.ts'

interface CopiesTarget {
  url: string
  /** The backup folder. */
  from: string
  objects: ObjectStore
}

/** Restores the uploaded files that the database names. Returns their number, and the ids of those that have no copy. */
export async function restoreCopies({
  url,
  from,
  objects,
}: CopiesTarget): Promise<{ files: number; missing: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement also fails
  await client.connect()
  const { rows } = await client
    .query<{ id: string }>('select id from files order by id')
    .finally(() => client.end().catch(() => {}))
  const copies = objectCopies(from)
  const missing: string[] = []
  for (const { id } of rows) {
    const bytes = await copies.read(id)
    if (bytes) await objects.write(id, bytes)
    else missing.push(id)
  }
  return { files: rows.length - missing.length, missing }
}
