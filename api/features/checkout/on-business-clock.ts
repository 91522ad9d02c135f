import { sql } from 'drizzle-orm'
import type { UnitOfWork } from '../../context.ts'
import { unitOfWorkOnBusinessClock } from '../../jobs/business-clock.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { findPaymentWithClock } from './state.ts'

const keys = {
  processorReference: payments.processorReference,
  accountNumber: sql`${payments.channelDetails} #>> '{bank_transfer,accountNumber}'`,
}

/** The unit of work on the business clock of the merchant whose payment has this key. Live mode has no other clock than the wall clock. */
export async function unitOfWorkOnClockOfPayment(
  unitOfWork: UnitOfWork,
  by: keyof typeof keys,
  value: string,
): Promise<UnitOfWork> {
  if (unitOfWork.mode !== 'TEST') return unitOfWork
  const { rows } = await unitOfWork.writeStatement(({ tx }) =>
    tx.execute<{ merchantId: string; offsetMs: number | null }>(
      sql`select ${payments.merchantId} as "merchantId", test_clocks.offset_ms as "offsetMs"
        from ${payments} left join test_clocks on test_clocks.merchant_id = ${payments.merchantId}
        where ${keys[by]} = ${value} limit 1`,
    ),
  )
  const [found] = rows
  return found ? unitOfWorkOnBusinessClock(unitOfWork, found.merchantId, Number(found.offsetMs ?? 0)) : unitOfWork
}

type PayerHandler<Input, Result> = (unitOfWork: UnitOfWork, input: Input, found?: PaymentRecord) => Promise<Result>

/** Wraps a handler of the checkout, so that it runs on the merchant's business clock. In test mode it also gets the payment that was read for that. */
export const onBusinessClock =
  <Input extends { accessCode: string }, Result>(handler: PayerHandler<Input, Result>) =>
  async (unitOfWork: UnitOfWork, input: Input): Promise<Result> => {
    if (unitOfWork.mode !== 'TEST') return handler(unitOfWork, input)
    const found = await unitOfWork.writeStatement(({ tx }) => findPaymentWithClock(tx, 'TEST', input.accessCode))
    if (!found) return handler(unitOfWork, input)
    const { payment, offsetMs } = found
    return handler(unitOfWorkOnBusinessClock(unitOfWork, payment.merchantId, offsetMs ?? 0), input, payment)
  }
