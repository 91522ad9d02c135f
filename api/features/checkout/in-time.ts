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

/** A payer's unit of work on the merchant's business clock (test mode). The merchant is found by a key of the payment. */
export async function inTimeOfPaid(unitOfWork: UnitOfWork, by: keyof typeof keys, value: string): Promise<UnitOfWork> {
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

type UseCase<Input, Result> = (unitOfWork: UnitOfWork, input: Input, found?: PaymentRecord) => Promise<Result>

/** Wraps a payer's use case to run on the merchant's business clock. It gets the payment that was read for it (test mode). */
export const inTime =
  <Input extends { accessCode: string }, Result>(use: UseCase<Input, Result>) =>
  async (unitOfWork: UnitOfWork, input: Input): Promise<Result> => {
    if (unitOfWork.mode !== 'TEST') return use(unitOfWork, input)
    const found = await unitOfWork.writeStatement(({ tx }) => findPaymentWithClock(tx, 'TEST', input.accessCode))
    if (!found) return use(unitOfWork, input)
    const { payment, offsetMs } = found
    return use(unitOfWorkOnBusinessClock(unitOfWork, payment.merchantId, offsetMs ?? 0), input, payment)
  }
