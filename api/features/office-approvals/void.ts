import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { processEach } from '../../jobs/scheduled-job.ts'
import { changeStaffApproval, lockStaffApproval } from './move.ts'
import { findRequesterError, readStaffPerson } from './persons.ts'
import { staffApprovalRequests } from './tables.ts'

const endVoidStaffApprovals = defineJob('end-void-staff-approvals', z.object({ staffId: z.string() }))

/** Ends the requests of a person who has lost access to what they asked for. A job, because a decision locks the request first. */
export const enqueueVoidApprovals = async ({ tx }: Context, staffId: string): Promise<void> => {
  await enqueueJob(tx, endVoidStaffApprovals, { staffId })
}

export const endVoidApprovals = jobHandler({
  job: endVoidStaffApprovals,
  async run({ write }, { staffId }) {
    const isWaiting = and(eq(staffApprovalRequests.requestedById, staffId), eq(staffApprovalRequests.status, 'waiting'))
    // Not more than can wait at once (`staffApprovalLimits`).
    const waiting = await write(({ tx }) =>
      tx.select({ id: staffApprovalRequests.id }).from(staffApprovalRequests).where(isWaiting).limit(100),
    )
    await processEach(waiting, ({ id }) => write((context) => endIfVoid(context, id)))
  },
})

/** Nothing else about the request changes if the person has got the role back meanwhile. */
async function endIfVoid(context: Context, id: string): Promise<void> {
  const request = await lockStaffApproval(context.tx, id)
  if (request.status !== 'waiting') return
  const failureReason = findRequesterError(request, await readStaffPerson(context.tx, request.requestedById, ''))
  if (failureReason === undefined) return
  await changeStaffApproval(context, request, {
    to: { status: 'failed', failureReason },
    audit: 'approval.voided',
    actor: { id: null, name: context.config.brand.name },
    notify: { outcome: 'No longer possible', text: `${failureReason}.` },
  })
}
