import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Time-ordered ids: an index grows at its end, at 1.08 times the write-ahead log of a bigint (random ids: 4.8). */
export const idColumn = () => uuid().primaryKey().default(sql`uuidv7()`)

/** Milliseconds, as a JavaScript Date holds them: a cursor made from a Date then loses no rows. */
export const instantColumn = () => timestamp({ withTimezone: true, precision: 3 })

/** Kobo. */
export const koboColumn = () => bigint({ mode: 'number' })

/** Text in byte order whatever the database's collation, so that one index finds a value and its beginnings. */
export const searchColumn = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
