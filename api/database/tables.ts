import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

/** Names that are unique over all businesses, each with the object that has it (decision 115). */
export const publicNames = pgTable(
  'public_names',
  {
    /** `payment_link`: the slug of its page. `mandate`: its processor, and its reference there. */
    kind: text({ enum: ['payment_link', 'mandate'] }).notNull(),
    name: text().notNull(),
    merchantId: uuid().notNull(),
    id: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
)
