import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema } from './fields.ts'
import { AfterFailure } from './plans-schemas.ts'
import { latestRetryDay, maxRetries } from './retry-settings.ts'

const RetryDay = z
  .int('Use whole days')
  .check(z.minimum(1, 'Use at least 1 day'), z.maximum(latestRetryDay, `Use at most ${latestRetryDay} days`))

const isAscending = (days: readonly number[]) => days.every((day, index) => index === 0 || day > days[index - 1]!)

export const RetryDays = z
  .array(RetryDay)
  .check(
    z.minLength(1, 'Add at least 1 retry'),
    z.maxLength(maxRetries, `Use at most ${maxRetries} retries`),
    z.refine(isAscending, 'Each retry must be on a later day than the one before'),
  )

export const RetrySettings = inputSchema({
  retryDays: describe(
    `Days after the first failed charge on which it is retried, at 09:00 in Lagos: 1 to ${maxRetries} ascending days from 1 to ` +
      `${latestRetryDay}. Bank accounts are debited three times at most, as their holders agreed. Required.`,
    RetryDays,
  ),
  afterFailure: describe(
    'Default of `afterFailure` for new plans, the action after the last failed retry of a charge: `cancel` ends the subscription; ' +
      '`attention` keeps it unpaid until the customer pays or adds another card. Required.',
    AfterFailure,
  ),
})
export type RetrySettings = { retryDays: number[]; afterFailure: z.infer<typeof AfterFailure> }

const output = z.object({ retryDays: z.array(z.int()), afterFailure: AfterFailure })

export const getRetrySettings = {
  description: 'When failed charges of subscriptions are retried, and what happens after the last retry.',
  input: inputSchema({}),
  output,
}

export const updateRetrySettings = {
  description:
    'Changes when failed charges of subscriptions are retried. A charge that has already failed keeps its retry days, ' +
    'and an existing plan its `afterFailure`.',
  input: RetrySettings,
  output,
}
