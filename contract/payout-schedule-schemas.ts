import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, inputSchema } from './fields.ts'
import { type PayoutSchedule, payoutIntervals } from './payout-schedule.ts'

const interval = describe(
  'How often proceeds are paid out: `daily` on every working day of banks.',
  z.enum(payoutIntervals),
)
const day = describe(
  '`weekly`: 1 (Monday) to 5 (Friday). `monthly`: day of the month, 1 to 31; in a shorter month its last day. Null for `daily`. ' +
    'On a day without bank transfers the payout is made on the next working day.',
  z.nullable(z.int()),
)

const last = { daily: 0, weekly: 5, monthly: 31 }

const hasItsDay = ({ interval, day }: PayoutSchedule) =>
  interval === 'daily' ? day === null : day !== null && day >= 1 && day <= last[interval]

export const NewPayoutSchedule = inputSchema({ interval, day }).check(
  z.refine(hasItsDay, { path: ['day'], message: 'Choose a day' }),
)

const output = z.object({
  interval,
  day,
  nextOn: describe('Lagos day of the next payout.', Day),
})

export const getPayoutSchedule = {
  description: 'When proceeds of the business are paid out. Split recipients are always paid daily.',
  input: inputSchema({}),
  output,
}

export const updatePayoutSchedule = {
  description:
    'Changes when proceeds of the business are paid out. A settlement that was created already is paid as before.',
  input: NewPayoutSchedule,
  output,
}
