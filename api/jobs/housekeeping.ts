import * as z from 'zod/mini'
import { deletedAtOnce } from '../database/delete-portion.ts'
import { forgetOldTries } from '../features/auth/attempts.ts'
import { forgetOldNotifications } from '../features/notifications/notifications.ts'
import { forgetOldRequests, requestsAtOnce } from '../features/request-log/request-log.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetResolved } from './failed.ts'
import { job } from './queue.ts'
import { eachByItself, inPages } from './sweep.ts'
import { work } from './work.ts'

export const works = [
  work({
    job: job('forget-the-old', z.object({})),
    every: '7 * * * *',
    async run({ write }) {
      await eachByItself([forgetOldKeys, forgetOldTries, forgetOldNotifications], (forget) =>
        inPages(deletedAtOnce, () => write(({ tx, now }) => forget(tx, now))),
      )
      await write(({ tx, now }) => forgetResolved(tx, now))
      await inPages(requestsAtOnce, () => write(({ tx, now }) => forgetOldRequests(tx, now)))
    },
  }),
]
