import { connectorFor } from '../../connectors/connector-for.ts'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import { decideTransfer, payTransferLate, sendTransferBack } from '../../connectors/sandbox/transfers.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { endPayout } from './end-payout.ts'
import { checkReturnedPayout } from './late-payout.ts'
import { findSettlement, lockSettlement, updateSettlementRecord } from './move.ts'
import { findPaidLateAt } from './paid-late.ts'
import { findPayout } from './payout-record.ts'
import { findPendingTransfer } from './pending-transfer.ts'
import { checkPaidPayout, findPaidPayout } from './sent-back.ts'
import { startPayout } from './start-payout.ts'

interface Offered {
  name: string
  label: string
  description: string
}

const paid: Offered = {
  name: 'paid',
  label: 'The bank pays it',
  description: 'It is sent now, and reaches the bank account.',
}
const returned: Offered = {
  name: 'returned',
  label: 'The bank sends it back',
  description: 'It is sent now and comes back: the money is in the balance again, to be sent on the next working day.',
}
const sentBack: Offered = {
  name: 'sent_back',
  label: 'The bank sends it back later',
  description: 'It was paid and comes back all the same: its amount is part of the next settlement.',
}

const paidLate: Offered = {
  name: 'paid_late',
  label: 'The bank pays it after all',
  description: 'It came back and is paid all the same: its amount is taken from the balance again.',
}

/** Simulated bank outcomes for a settlement of a test business. */
export const settlementOutcomes = {
  async list({ tx, merchant, mode }: MerchantContext, id: string): Promise<Offered[]> {
    const settlement = await findSettlement(tx, { merchantId: merchant.id, id })
    if (mode !== 'TEST') return []
    if (settlement.returnedAt !== null) return (await findPaidLateAt(tx, settlement)) ? [] : [paidLate]
    return settlement.status === 'success' ? [sentBack] : [paid, returned]
  },

  async apply(unitOfWork: UnitOfWork<MerchantContext>, id: string, name: string): Promise<void> {
    requireTestMode(unitOfWork)
    if (name === 'sent_back') return sendBack(unitOfWork, id)
    if (name === 'paid_late') return payLate(unitOfWork, id)
    if (name !== 'paid' && name !== 'returned') throw problem.field('name', 'Choose what happens')
    const sent = await unitOfWork.write(async (context) => {
      const key = { merchantId: context.merchant.id, id }
      const { settlement } = await lockSettlement(context.tx, key)
      if (settlement.status === 'success') throw problem.conflict('settlement_paid', 'This settlement is already paid')
      if (settlement.status === 'processing') return findPendingTransfer(context.tx, key)
      if (settlement.status !== 'pending')
        await updateSettlementRecord(context.tx, settlement, {
          status: 'pending',
          holdReason: null,
          holdMessage: null,
          nextAt: context.now,
        })
      return startPayout(context, key)
    })
    if (!sent)
      throw problem.conflict(
        'settlement_on_hold',
        'This settlement is on hold and cannot be sent. Its page shows the reason.',
      )
    const transferOutcome = await decideTransfer(sandboxStore(unitOfWork.write), sent, name)
    await unitOfWork.write((context) =>
      endPayout(context, { merchantId: context.merchant.id, id }, sent.reference, transferOutcome),
    )
  },
}

async function sendBack(unitOfWork: UnitOfWork<MerchantContext>, id: string): Promise<void> {
  const { key, paid } = await unitOfWork.write(async ({ tx, merchant }) => {
    const key = { merchantId: merchant.id, id }
    return { key, paid: await findPaidPayout(tx, key) }
  })
  if (!paid) throw problem.conflict('outcome_impossible', 'Only a payout that arrived can be sent back')
  await sendTransferBack(sandboxStore(unitOfWork.write), paid.payout.reference)
  await checkPaidPayout(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'payouts', processor), key)
}

async function payLate(unitOfWork: UnitOfWork<MerchantContext>, id: string): Promise<void> {
  const returned = await unitOfWork.write(async ({ tx, merchant }) => {
    const settlement = await findSettlement(tx, { merchantId: merchant.id, id })
    return settlement.returnedAt === null ? undefined : findPayout(tx, settlement)
  })
  if (!returned) throw problem.conflict('outcome_impossible', 'Only a payout that came back can be paid after all')
  const { merchantId, attempt, reference } = returned
  await payTransferLate(sandboxStore(unitOfWork.write), reference)
  await checkReturnedPayout(unitOfWork.write, (processor) => connectorFor(unitOfWork, 'payouts', processor), {
    merchantId,
    id,
    attempt,
  })
}
