import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { ForcedOutcome } from '../../connectors/sandbox/mandates.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { payments } from '../payments/tables.ts'
import { processDebit } from './attempt.ts'
import { possibleSimulations } from './debit-simulations.ts'
import { type DebitRecord, lockDebit, lockMandate, updateDebitRecord } from './move.ts'
import { giveNotice } from './postpone-debit.ts'
import {
  impossibleOutcome,
  type MerchantUnitOfWork,
  type Outcome,
  openMandateBank,
  toOutcome,
} from './simulated-outcome.ts'
import { mandateDebits, mandates } from './tables.ts'

export const debitOutcomes = {
  async list({ tx, merchant }: MerchantContext, id: string): Promise<Outcome[]> {
    const [found] = await tx
      .select({ debit: mandateDebits, mandate: mandates })
      .from(mandateDebits)
      .innerJoin(
        mandates,
        and(eq(mandates.merchantId, mandateDebits.merchantId), eq(mandates.id, mandateDebits.mandateId)),
      )
      .where(and(eq(mandateDebits.merchantId, merchant.id), eq(mandateDebits.id, id)))
    if (!found) throw problem.notFound('debit')
    return possibleSimulations(found.debit, found.mandate).map(toOutcome)
  },
  async apply(unitOfWork: MerchantUnitOfWork, id: string, name: string): Promise<void> {
    requireTestMode(unitOfWork)
    const { debit, mandate, ends } = await unitOfWork.write(async (context) => {
      const { tx, merchant, now } = context
      const locked = await lockDebit(tx, { merchantId: merchant.id, id })
      const simulation = possibleSimulations(locked.debit, locked.mandate).find((one) => one.name === name)
      if (!simulation) throw impossibleOutcome()
      if (locked.debit.noticeAt) await giveNotice(context, locked.debit)
      // Due now, so that it is attempted or queried at once, without waiting for its notice.
      const debit = await updateDebitRecord(tx, locked.debit, { dueAt: now, noticedAt: locked.debit.noticedAt ?? now })
      return { ...locked, debit, ends: simulation.ends }
    })
    if (debit.status === 'processing') await decideMandate(unitOfWork, debit, ends)
    else await openMandateBank(unitOfWork).force(mandate.reference, ends)
    await processDebit(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'mandates', processor), debit)
  },
}

/** Sets the bank's outcome of a debit; if the bank never received the request, the outcome of the next request. */
async function decideMandate(
  unitOfWork: MerchantUnitOfWork,
  { merchantId, mandateId, paymentId }: DebitRecord,
  ends: ForcedOutcome,
) {
  const { reference, mandateReference } = await unitOfWork.write(async ({ tx }) => {
    const mandate = await lockMandate(tx, { merchantId, id: mandateId })
    return { mandateReference: mandate.reference, ...(await findPaymentReference(tx, { merchantId, id: paymentId! })) }
  })
  const bank = openMandateBank(unitOfWork)
  const isKnown = ends !== 'no_answer' && (await bank.decide(reference, ends))
  if (!isKnown) await bank.force(mandateReference, ends)
}

async function findPaymentReference(tx: MerchantContext['tx'], { merchantId, id }: { merchantId: string; id: string }) {
  const [payment] = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
  return payment!
}
