import { eq } from 'drizzle-orm'
import type { Steps } from '../../context.ts'
import { stepsInTimeOf } from '../../jobs/own-time.ts'
import { payments } from '../payments/tables.ts'

type Name = 'accessCode' | 'processorReference' | 'transferAccountNumber'

/** The steps of whoever pays, in the time of the business that is paid: it is found by what the payer names the payment with. */
export async function inTimeOfPaid(steps: Steps, by: Name, value: string): Promise<Steps> {
  if (steps.mode !== 'TEST') return steps
  const [payment] = await steps.write(({ tx }) =>
    tx.select({ merchantId: payments.merchantId }).from(payments).where(eq(payments[by], value)).limit(1),
  )
  return payment ? stepsInTimeOf(steps, payment.merchantId) : steps
}

/** A payer's use case, done in that time. */
export const inTime =
  <Input extends { accessCode: string }, Result>(use: (steps: Steps, input: Input) => Promise<Result>) =>
  async (steps: Steps, input: Input): Promise<Result> =>
    use(await inTimeOfPaid(steps, 'accessCode', input.accessCode), input)
