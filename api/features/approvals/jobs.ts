import { inArray } from 'drizzle-orm'
import { type DueQuery, eachDue, nextDue } from '../../jobs/each-due.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { changeApproval } from './end.ts'
import { lockApproval } from './move.ts'
import { approvalRequests } from './tables.ts'

const due: DueQuery = {
  table: approvalRequests,
  at: approvalRequests.expiresAt,
  where: inArray(approvalRequests.status, ['waiting', 'approved']),
}

export const approvalScheduledJobs = [
  scheduledJob({
    name: 'expire-approvals',
    title: 'Requests for approval expired',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, key) =>
      write(async (context) => {
        const request = await lockApproval(context.tx, key)
        const isOpen = request.status === 'waiting' || request.status === 'approved'
        if (!isOpen || request.expiresAt > context.now) return false
        await changeApproval(context, request, {
          to: { status: 'expired' },
          audit: 'approval.expired',
          kind: 'expired',
          text:
            request.status === 'waiting'
              ? 'Nobody decided on it in time'
              : 'It was approved, but not completed in time',
          notify: 'Expired',
        })
        return true
      }),
    ),
  }),
]
