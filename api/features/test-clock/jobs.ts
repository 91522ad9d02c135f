import { type JobHandler, jobHandler } from '../../jobs/job-handler.ts'
import type { ScheduledJob } from '../../jobs/scheduled-job.ts'
import { advanceClock, moveClock } from './move.ts'

/** Job handlers of the test clock. Moving a clock runs all other jobs, so `all` provides them. */
export const testClockJobHandlers = (
  all: () => { scheduledJobs: readonly ScheduledJob[]; jobHandlers: readonly JobHandler[] },
): JobHandler[] => [
  jobHandler({
    job: moveClock,
    groupOf: ({ merchantId }) => merchantId,
    run: (unitOfWork, key) => advanceClock(unitOfWork, key, all()),
  }),
]
