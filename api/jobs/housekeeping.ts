import * as z from 'zod/mini'
import { forgetOldFailures } from '../features/auth/sign-in.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { job } from './queue.ts'
import { work } from './work.ts'

export const works = [
  work({
    job: job('forget-the-old', z.object({})),
    every: '7 * * * *',
    run: ({ write }) =>
      write(async ({ tx, now }) => {
        await forgetOldKeys(tx, now)
        await forgetOldFailures(tx, now)
      }),
  }),
]
