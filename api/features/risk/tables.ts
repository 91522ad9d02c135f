import type {
  AlertKind,
  AlertOutcome,
  BlockKind,
  RuleAction,
  RuleMetric,
  RuleSubject,
} from '@adire/contract/back-office/risk.ts'
import type { Mode } from '@adire/contract/call.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Rules of the provider about how much one payer, card, address or business may pay in a time. */
export const riskRules = pgTable(
  'risk_rules',
  {
    id: idColumn(),
    name: text().notNull(),
    mode: text().$type<Mode>().notNull(),
    /** The only business that it is for. Null: all. */
    merchantId: uuid(),
    subject: text().$type<RuleSubject>().notNull(),
    metric: text().$type<RuleMetric>().notNull(),
    windowMinutes: integer().notNull(),
    /** Highest number that is allowed in the window, or the highest sum in kobo. */
    maximum: koboColumn().notNull(),
    action: text().$type<RuleAction>().notNull(),
    isEnabled: boolean().notNull(),
    createdBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    updatedAt: instantColumn().notNull(),
  },
  () => [check('risk_rules_bounds', sql`window_minutes > 0 and maximum > 0`)],
)

/** Payments that an enabled rule has counted. Deleted after the longest window. */
export const riskCounts = pgTable(
  'risk_counts',
  {
    ruleId: uuid().notNull(),
    /** Fingerprint of the payer, card or address, or the id of the business. */
    subject: text().notNull(),
    paymentId: uuid().notNull(),
    at: instantColumn().notNull(),
    amountKobo: koboColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.subject, table.paymentId] }),
    index('risk_counts_window').on(table.ruleId, table.subject, table.at),
    index('risk_counts_at').on(table.at),
  ],
)

/** Payers, cards and addresses that may not pay. */
export const riskBlocks = pgTable(
  'risk_blocks',
  {
    id: idColumn(),
    kind: text().$type<BlockKind>().notNull(),
    /** What payments are compared with; of a card its fingerprint. */
    value: text().notNull(),
    /** What staff read; of a card its last digits. */
    label: text().notNull(),
    mode: text().$type<Mode>().notNull(),
    reason: text().notNull(),
    createdBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn(),
    removedAt: instantColumn(),
    removedBy: text(),
  },
  (table) => [
    uniqueIndex('risk_blocks_value').on(table.mode, table.kind, table.value).where(sql`removed_at is null`),
    index('risk_blocks_list').on(...newestFirst(table)),
  ],
)

/** What a person of the provider should look at. One open alert for each rule and subject counts the repetitions. */
export const riskAlerts = pgTable(
  'risk_alerts',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    kind: text().$type<AlertKind>().notNull(),
    mode: text().$type<Mode>().notNull(),
    /** The rule or the block that raised it; null for card testing. */
    sourceId: uuid(),
    title: text().notNull(),
    subjectKind: text().$type<RuleSubject>(),
    /** As in `risk_counts`; what a block of the subject is compared with. */
    subject: text().notNull(),
    label: text().notNull(),
    times: integer().notNull(),
    stopped: integer().notNull(),
    createdAt: instantColumn().notNull(),
    lastAt: instantColumn().notNull(),
    lastPaymentId: uuid(),
    status: text({ enum: ['open', 'closed'] }).notNull(),
    outcome: text().$type<AlertOutcome>(),
    closedBy: text(),
    closedAt: instantColumn(),
    /** When it was emailed to the staff, together with others. */
    mailedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    // The staff open an alert of any business.
    index('risk_alerts_id').on(table.id),
    index('risk_alerts_unmailed').on(table.id).where(sql`mailed_at is null and status = 'open'`),
    uniqueIndex('risk_alerts_open')
      .on(table.kind, sql`coalesce(source_id, merchant_id)`, table.merchantId, table.subject)
      .where(sql`status = 'open'`),
    index('risk_alerts_list').on(table.status, ...newestFirst(table)),
  ],
)

/** What was done about an alert, by whom. */
export const riskAlertActions = pgTable(
  'risk_alert_actions',
  {
    alertId: uuid().notNull(),
    id: idInKeyColumn(),
    at: instantColumn().notNull(),
    by: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.id] })],
)
