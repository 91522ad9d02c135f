import { setTimeout as pause } from 'node:timers/promises'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { platformMerchantId } from '../../ledger/accounts.ts'
import { listSharedAccounts, movePlatformLines } from '../../ledger/move-platform-lines.ts'

const linesAtOnce = 1_000
/** Time of a run, in ms. The rest waits for the next run. */
const runMs = 240_000

/**
 * Moves the lines that versions before migration 99 posted to accounts of the platform to those of each merchant (decision 106). May be
 * killed at any time, and run while such a version still posts: the next run moves its lines. It works at most half of the time. When
 * all lines are moved, a run reads the platform's own lines only.
 */
export async function moveSharedLines({ write }: Pick<JobUnitOfWork, 'write'>, atOnce = linesAtOnce): Promise<void> {
  const endsAt = performance.now() + runMs
  for (const account of await write(({ tx }) => listSharedAccounts(tx)))
    for (let last: string | undefined = platformMerchantId; last !== undefined; ) {
      const startedAt = performance.now()
      if (startedAt > endsAt) return
      const after: string = last
      last = await write(({ tx }) => movePlatformLines(tx, account, after, atOnce))
      if (last !== undefined) await pause(performance.now() - startedAt)
    }
}
