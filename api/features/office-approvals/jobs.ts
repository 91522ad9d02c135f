import { and, eq, lte } from 'drizzle-orm'
import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { processEach } from '../../jobs/scheduled-job.ts'
import { changeStaffApproval, lockStaffApproval } from './move.ts'
import { staffApprovalRequests } from './tables.ts'
import { endVoidApprovals } from './void.ts'

export const officeApprovalJobHandlers = [
  endVoidApprovals,
  jobHandler({
    job: defineJob('expire-staff-approvals', z.object({})),
    every: '* * * * *',
    async run({ now, write }) {
      const isDue = and(eq(staffApprovalRequests.status, 'waiting'), lte(staffApprovalRequests.expiresAt, now()))
      // Not more than can wait at once (`staffApprovalLimits`).
      const due = await write(({ tx }) =>
        tx.select({ id: staffApprovalRequests.id }).from(staffApprovalRequests).where(isDue).limit(100),
      )
      await processEach(due, ({ id }) =>
        write(async (context) => {
          const request = await lockStaffApproval(context.tx, id)
          if (request.status !== 'waiting' || request.expiresAt > context.realNow) return
          await changeStaffApproval(context, request, {
            to: { status: 'expired' },
            audit: 'approval.expired',
            actor: { id: null, name: context.config.brand.name },
            notify: { outcome: 'Expired', text: 'Nobody decided on it in time. Ask again if it is still needed.' },
          })
        }),
      )
    },
  }),
]
