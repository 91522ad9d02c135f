import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { linkAuditEvents } from './chain.ts'

/** Portions of one run; a longer backlog, as after an upgrade, takes several runs. */
const portions = 40

export const auditJobHandlers = [
  jobHandler({
    job: defineJob('link-audit-events', z.object({})),
    every: '* * * * *',
    async run({ write }) {
      for (let portion = 0; portion < portions; portion++)
        if ((await write(({ tx }) => linkAuditEvents(tx))) === 0) return
    },
  }),
]
