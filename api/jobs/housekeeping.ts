import * as z from 'zod/mini'
import { purgeProcessorCalls } from '../connectors/purge-calls.ts'
import { deletedAtOnce } from '../database/delete-portion.ts'
import { auditPartitions } from '../features/audit/retention.ts'
import { purgeAttempts } from '../features/auth/attempts.ts'
import { purgeRefreshTokens, purgeSessions } from '../features/auth/sessions.ts'
import { purgeMerchantViews } from '../features/auth/view-state.ts'
import { purgeChannelOutcomes } from '../features/channel-health/purge.ts'
import { purgeNotifications } from '../features/notifications/notifications.ts'
import { purgePasskeyChallenges } from '../features/passkeys/challenges.ts'
import { purgeProcessorEvents, purgeRejectedEvents } from '../features/processor-events/purge.ts'
import { purgeReportRuns } from '../features/reports/runs.ts'
import { purgeRequestLog } from '../features/request-log/purge.ts'
import { purgeRiskCounts } from '../features/risk/count.ts'
import { purgeStaffSessions } from '../features/staff/session-state.ts'
import { purgeEmailTokens } from '../features/users/purge.ts'
import { purgeIdempotencyKeys } from '../http/idempotency.ts'
import { purgeResolvedJobs } from './failed.ts'
import { jobHandler } from './job-handler.ts'
import { maintainPartitions, partitionedTables } from './partitions.ts'
import { defineJob } from './queue.ts'
import { inPages, processEach } from './scheduled-job.ts'

export const housekeepingJobHandlers = [
  jobHandler({
    job: defineJob('purge-expired', z.object({})),
    every: '7 * * * *',
    async run(unitOfWork) {
      const { write, config } = unitOfWork
      const purges = [purgeIdempotencyKeys, purgeAttempts, purgePasskeyChallenges, purgeNotifications, purgeReportRuns]
      const purgesOfEvents = [purgeProcessorEvents, purgeRejectedEvents]
      const purgesOfCalls = [purgeProcessorCalls, purgeChannelOutcomes, purgeRiskCounts]
      const purgesOfSessions = [
        purgeRefreshTokens,
        purgeSessions,
        purgeStaffSessions,
        purgeMerchantViews,
        purgeEmailTokens,
      ]
      // One that fails at every run must not keep the others from running.
      await processEach(
        [
          ...[...purges, ...purgesOfEvents, ...purgesOfCalls, ...purgesOfSessions].map(
            (purge) => () => inPages(deletedAtOnce, () => write(({ tx, now }) => purge(tx, now))),
          ),
          () => write(({ tx, now }) => purgeResolvedJobs(tx, now)),
          () => purgeRequestLog(unitOfWork),
          ...[...partitionedTables, auditPartitions(config)].map(
            (table) => () => write(({ tx }) => maintainPartitions(tx, table)),
          ),
        ],
        (work: () => Promise<unknown>) => work(),
      )
    },
  }),
]
