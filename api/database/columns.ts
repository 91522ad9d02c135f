import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Time-ordered ids: the index grows at its end, with 1.08 times the write-ahead log of a bigint (random ids: 4.8 times). */
export const idColumn = () => idInKeyColumn().primaryKey()

/** Id of a table whose primary key has more columns, usually the merchant first. */
export const idInKeyColumn = () => uuid().notNull().default(sql`uuidv7()`)

/** An instant in milliseconds, like a JavaScript Date, so that a cursor made from a Date skips no rows. */
export const instantColumn = () => timestamp({ withTimezone: true, precision: 3 })

/** An amount in kobo. */
export const koboColumn = () => bigint({ mode: 'number' })

/** Text in byte order, independent of the database's collation, so that one index serves equality and prefix searches. */
export const searchColumn = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A merchant's own data of an object, `{}` without any. */
export const metadataColumn = () => jsonb().$type<Record<string, string | number | boolean>>().notNull().default({})

/** Index for `metadataCondition`. Objects without metadata, which are most, are not in it. */
export const metadataIndex = (name: string, table: { merchantId: PgColumn; metadata: PgColumn }) =>
  index(name).using('gin', table.merchantId, sql`metadata jsonb_path_ops`).where(sql`metadata <> '{}'::jsonb`)
