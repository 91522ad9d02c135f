import { dayMs } from '@adire/contract/durations.ts'
import type { Tx } from '../../database/connect.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { inPages, processEach } from '../../jobs/scheduled-job.ts'

/** Maximum number of entries kept per business; the oldest are purged. */
const maxLoggedRequests = 20_000
/** Maximum number of entries deleted in one transaction. */
const requestsAtOnce = 20_000
/** Each may have as many entries as are kept, and a statement counts them all. */
const merchantsAtOnce = 50
/** Retention in test mode, the shorter one. */
const shortestRetentionMs = 7 * dayMs

type Write = Pick<JobUnitOfWork, 'writeStatement'>

/**
 * Purges requests older than their mode's retention, or above the maximum number. Returns the number of deleted entries.
 *
 * Finds the businesses with such entries first, then deletes those of each one, because a statement with a limit names its merchant
 * (decision 96).
 */
export async function purgeRequestLog({ writeStatement }: Write, max = maxLoggedRequests): Promise<number> {
  let deleted = 0
  await processEach(await findMerchantsToPurge({ writeStatement }, max), async (merchant) => {
    deleted += await inPages(requestsAtOnce, () => writeStatement(({ tx, now }) => purgeRequests(tx, now, merchant)))
  })
  return deleted
}

interface PurgedMerchant {
  id: string
  /** Number of newest entries to keep; null if there are no more than that. */
  kept: number | null
}

/** Businesses that may have entries to purge. In live mode entries are kept longer, so some of them have none. */
async function findMerchantsToPurge({ writeStatement }: Write, max: number): Promise<PurgedMerchant[]> {
  const due: PurgedMerchant[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await writeStatement(async ({ tx, now }) => {
      const untilMs = now.getTime() - shortestRetentionMs
      const found = await listLoggedMerchants(tx, after)
      for (const { id, entries, oldestAt } of found)
        if (entries > max || oldestAt.getTime() <= untilMs) due.push({ id, kept: entries > max ? max : null })
      return found
    })
    if (page.length < merchantsAtOnce) return due
    after = page.at(-1)!.id
  }
}

interface LoggedMerchant {
  id: string
  entries: number
  oldestAt: Date
}

/** The next businesses with entries, in the order of their ids. */
async function listLoggedMerchants(tx: Tx, after: string): Promise<LoggedMerchant[]> {
  const { rows } = await tx.$client.query<LoggedMerchant>({
    name: 'logged_merchants',
    text: `
      select merchant_id as id, count(*) as entries, min(created_at) as "oldestAt" from request_log
      where merchant_id > $1 group by merchant_id order by merchant_id limit ${merchantsAtOnce}`,
    values: [after],
  })
  return rows
}

async function purgeRequests(tx: Tx, now: Date, { id, kept }: PurgedMerchant): Promise<number> {
  const { rowCount } = await tx.$client.query({
    name: 'purge_requests',
    text: `
      with floor as (
        select greatest(
          $2::timestamptz - case when mode = 'LIVE' then interval '30 days' else interval '7 days' end,
          (select created_at from request_log where merchant_id = $1 and $3::int is not null
           order by created_at desc, id desc offset $3 limit 1)
        ) as until
        from merchants where id = $1
      ), old as (
        select created_at, id from request_log
        where merchant_id = $1 and created_at <= (select until from floor) limit ${requestsAtOnce}
      )
      delete from request_log one using old
      where one.merchant_id = $1 and one.created_at = old.created_at and one.id = old.id`,
    values: [id, now, kept],
  })
  return rowCount ?? 0
}
