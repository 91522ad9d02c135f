import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { writeCollected } from '../../database/write-at-commit.ts'
import type { ScheduledJob } from '../../jobs/scheduled-job.ts'

export interface DueEvent {
  what: string
  at: Date
}

/** What a move of the clock leaves aside until it ends. */
export interface Skipped {
  /** Names of scheduled jobs that made no progress, and ids of outbox messages that failed. */
  stuck: Set<string>
  /** When the last run that failed began, by scheduled job: it runs again when something of it is due later, such as another attempt. */
  failedAt: Map<string, Date>
}

const skipNothing: Skipped = { stuck: new Set(), failedAt: new Map() }

/** When something of a scheduled job is due next that is not skipped. */
export async function findNextAt(
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  { name, nextAt }: ScheduledJob,
  merchantId: string,
  { stuck, failedAt }: Skipped,
): Promise<Date | undefined> {
  const at = stuck.has(name) ? undefined : await nextAt?.(tx, merchantId, now)
  const failed = failedAt.get(name)
  return at && failed && at <= failed ? undefined : at
}

/** Due dates of the business's scheduled jobs and its next outbox message, earliest first. `context` is on the business clock. */
export async function listNextDue(
  context: Pick<Context, 'tx' | 'now'>,
  merchantId: string,
  scheduledJobs: readonly ScheduledJob[],
  skipped = skipNothing,
): Promise<DueEvent[]> {
  const waiting: DueEvent[] = []
  for (const job of scheduledJobs) {
    const at = await findNextAt(context, job, merchantId, skipped)
    if (at) waiting.push({ what: job.title, at })
  }
  const nextMessage = await nextOutboxMessage(context.tx, merchantId, [...skipped.stuck])
  if (nextMessage) waiting.push({ what: toJobTitle(nextMessage.job), at: nextMessage.at })
  return waiting.sort((one, other) => one.at.getTime() - other.at.getTime())
}

async function nextOutboxMessage(
  tx: Tx,
  merchantId: string,
  skip: readonly string[],
): Promise<{ job: string; at: Date } | undefined> {
  await writeCollected(tx)
  const { rows } = await tx.$client.query<{ job: string; at: Date }>({
    name: 'next_outbox_message',
    text: `select job, greatest(run_at, '2000-01-01'::timestamptz) as at from outbox
           where merchant_id = $1 and id::text <> all ($2::text[]) order by run_at limit 1`,
    values: [merchantId, skip],
  })
  return rows[0]
}

/** Titles of jobs whose name alone is not a good one. */
const jobTitles: Record<string, string> = {
  'accept-dispute': 'Overdue dispute accepted',
  'attempt-debit': 'Direct debit attempted',
  'check-payout': 'Payout checked with the bank',
  'look-at-mandate': 'Mandate check',
  'pay-out': 'Settlement sent to the bank',
  'remind-of-dispute': 'Dispute reminder',
}

/** Readable name of a job: "Email receipt" for `mail-receipt`. */
export const toJobTitle = (job: string): string =>
  jobTitles[job] ?? (job.charAt(0).toUpperCase() + job.slice(1).replaceAll('-', ' ')).replace(/^Mail /, 'Email ')
