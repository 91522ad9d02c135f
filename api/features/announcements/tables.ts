import type { AnnouncementLevel } from '@adire/contract/announcements-schemas.ts'
import type { Mode } from '@adire/contract/call.ts'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Announcements of the provider, shown above every page of the dashboard. */
export const announcements = pgTable(
  'announcements',
  {
    id: idColumn(),
    level: text().$type<AnnouncementLevel>().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    /** The only mode in which it is shown. Null: both. */
    mode: text().$type<Mode>(),
    createdBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    endsAt: instantColumn().notNull(),
  },
  (table) => [index('announcements_list').on(...newestFirst(table)), index('announcements_end').on(table.endsAt)],
)
