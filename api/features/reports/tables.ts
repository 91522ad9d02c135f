import {
  type ReportFormat,
  type ReportFrequency,
  type ReportKind,
  reportFormats,
  reportFrequencies,
  reportNames,
} from '@adire/contract/report-schedules.ts'
import {
  type JournalAccount,
  type JournalTemplate,
  journalAccounts,
  journalTemplates,
} from '@adire/contract/reports.ts'
import { sql } from 'drizzle-orm'
import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { users } from '../auth/tables.ts'
import { merchants } from '../merchants/tables.ts'

const keysOf = <Key extends string>(names: Record<Key, unknown>) => Object.keys(names) as [Key, ...Key[]]

/** What is reported, of a schedule and of each report. */
const reportColumns = () => ({
  report: text({ enum: keysOf<ReportKind>(reportNames) }).notNull(),
  /** Layout of a journal; null for other reports. */
  template: text({ enum: keysOf<JournalTemplate>(journalTemplates) }),
  format: text({ enum: keysOf<ReportFormat>(reportFormats) }).notNull(),
  frequency: text({ enum: keysOf<ReportFrequency>(reportFrequencies) }).notNull(),
})

/** Reports that a business has scheduled. */
export const reportSchedules = pgTable(
  'report_schedules',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    ...reportColumns(),
    /** When the report of the next period is due, on the business clock. Null while it is paused. */
    nextAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('report_schedules_merchant').on(table.merchantId, table.createdAt),
    index('report_schedules_due').on(table.nextAt).where(sql`next_at is not null`),
  ],
)

/** Users who get a report. Who has left the business gets nothing: membership is checked at each report. */
export const reportRecipients = pgTable(
  'report_recipients',
  {
    merchantId: uuid().notNull(),
    scheduleId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.scheduleId, table.userId] }),
    foreignKey({
      name: 'report_recipients_schedule',
      columns: [table.merchantId, table.scheduleId],
      foreignColumns: [reportSchedules.merchantId, reportSchedules.id],
    }).onDelete('cascade'),
  ],
)

/** One report of a period. Its file is written when a recipient opens it; nothing of it is stored here. Purged after 90 days. */
export const reportRuns = pgTable(
  'report_runs',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    /** May be deleted since. */
    scheduleId: uuid().notNull(),
    ...reportColumns(),
    fromOn: date().notNull(),
    toOn: date().notNull(),
    trigger: text({ enum: ['schedule', 'request'] }).notNull(),
    recipients: integer().notNull(),
    /** Recipients without the email yet. */
    waitingIds: uuid().array().notNull(),
    delivered: integer().notNull().default(0),
    failure: text(),
    createdAt: instantColumn().notNull(),
    /** Wall clock time of `createdAt`. */
    requestedAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('report_runs_merchant').on(table.merchantId, ...newestFirst(table)),
    index('report_runs_schedule').on(table.scheduleId, ...newestFirst(table)),
    index('report_runs_requested').on(table.requestedAt),
    uniqueIndex('report_runs_period')
      .on(table.merchantId, table.scheduleId, table.frequency, table.fromOn)
      .where(sql`trigger = 'schedule'`),
  ],
)

/** Accounts of the journal that a business has named itself; the others have their default. */
export const journalAccountNames = pgTable(
  'journal_account_names',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    account: text({ enum: keysOf<JournalAccount>(journalAccounts) }).notNull(),
    code: text().notNull(),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.account] })],
)
