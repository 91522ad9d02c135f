import { type JobHandler, jobHandler } from '../../jobs/job-handler.ts'
import type { ScheduledJob } from '../../jobs/scheduled-job.ts'
import { advanceClock, moveClock } from './move.ts'

/** Moving a clock does what all other work would do, so it is handed all of it. */
export const testClockJobHandlers = (
  all: () => { scheduledJobs: readonly ScheduledJob[]; jobHandlers: readonly JobHandler[] },
): JobHandler[] => [
  jobHandler({
    job: moveClock,
    groupOf: ({ merchantId }) => merchantId,
    run: (unitOfWork, key) => advanceClock(unitOfWork, key, all()),
  }),
]
