import type { Mode } from '@adire/contract/call.ts'
import type { Channel } from '@adire/contract/channels/channels.ts'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { instantColumn } from '../../database/columns.ts'

/** Outcomes of payments, for the health of their channels. Kept for an hour; wall-clock time. */
export const channelOutcomes = pgTable(
  'channel_outcomes',
  {
    paymentId: uuid().notNull(),
    merchantId: uuid().notNull(),
    mode: text().$type<Mode>().notNull(),
    processor: text().$type<Processor>().notNull(),
    channel: text().$type<Channel>().notNull(),
    bank: text(),
    /**
     * `declined`: for a reason of the payer. `failed`: bank or processor could not carry it out. `unanswered`: the processor did not
     * answer, and another one was called; it counts against the processor only.
     */
    outcome: text({ enum: ['paid', 'declined', 'failed', 'unanswered'] }).notNull(),
    /** From the first call of the processor to the outcome. */
    durationMs: integer(),
    at: instantColumn().notNull(),
  },
  (table) => [
    // One payment counts once, however often its payer tries.
    primaryKey({ columns: [table.paymentId, table.channel, table.processor, table.outcome] }),
    index('channel_outcomes_mode').on(table.mode, table.at),
    index('channel_outcomes_merchant').on(table.merchantId, table.at),
  ],
)
