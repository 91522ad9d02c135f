import { chargeForNet, priceOf } from '@adire/contract/fees.ts'
import type { TransferOutcome } from '../connectors/payouts.ts'
import { openDispute } from '../features/disputes/open.ts'
import { acceptDisputeHandler, contestDisputeHandler, decideDispute } from '../features/disputes/respond.ts'
import { applyRefundOutcome } from '../features/refunds/apply-outcome.ts'
import { createRefundRecord } from '../features/refunds/request.ts'
import { createSettlement } from '../features/settlements/create.ts'
import { endPayout } from '../features/settlements/end-payout.ts'
import { businessOwner, type SettlementOwner } from '../features/settlements/move.ts'
import { getSettlementHandler } from '../features/settlements/serialize.ts'
import { startPayout } from '../features/settlements/start-payout.ts'
import { settlements } from '../features/settlements/tables.ts'
import { addDays, startOfDay } from '../lagos.ts'
import { type PlatformAccountKind, platformAccount } from '../ledger/accounts.ts'
import { getBalance } from '../ledger/ledger.ts'
import { newDisputeNotice } from './dispute-notice.ts'
import type { settlementFixture } from './settlement-fixture.ts'
import { createSimulatedMerchant } from './simulated-merchant.ts'

type SettlementFixture = Awaited<ReturnType<typeof settlementFixture>>
type SimulatedMerchant = Awaited<ReturnType<typeof createSimulatedMerchant>>

const monday = '2030-03-04'

/** A Lagos day, counted from the first Monday. */
export const dayAt = (dayNumber: number) => addDays(monday, dayNumber)

/** Gross amount of a local card payment with exactly this net amount. */
export const grossFor = (netKobo: number) => chargeForNet(priceOf('card'), netKobo).amountKobo

/** A business whose operations run at exact instants, with a bank that the test controls. */
export async function exactBusiness(fixture: SettlementFixture, { reserveBps = 0 } = {}) {
  const business = await createSimulatedMerchant(fixture, { reserveBps })
  const { merchantId, clock, write } = business
  /** Hour and millisecond of a Lagos day. */
  const at = (dayNumber: number, hours: number, ms = 0) => {
    clock.now = new Date(startOfDay(dayAt(dayNumber)).getTime() + Math.round(hours * 3_600_000) + ms)
  }
  /** Settlements of the business or a recipient, newest first. */
  const all = async (ownerId = merchantId) => {
    const rows = await write(({ tx }) => tx.select().from(settlements))
    return rows.filter((row) => row.ownerId === ownerId).sort((one, other) => (one.id < other.id ? 1 : -1))
  }
  const newest = async (ownerId = merchantId) => (await all(ownerId))[0]
  const newestKey = async (ownerId = merchantId) => ({ merchantId, id: (await newest(ownerId))!.id })
  const take = async (owner: SettlementOwner = businessOwner(merchantId)) =>
    write((context) => createSettlement(context, owner))
  /** Requests the payout of the newest settlement. Resolves with the transfer, or undefined if it is not to be paid. */
  const send = async (ownerId = merchantId) => {
    if (!(await newest(ownerId))) return undefined
    const key = await newestKey(ownerId)
    return write((context) => startPayout(context, key))
  }
  const receiveOutcome = async (reference: string, outcome: TransferOutcome, ownerId = merchantId) => {
    const key = await newestKey(ownerId)
    await write((context) => endPayout(context, key, reference, outcome))
  }
  const paid = (bankReference = 'bank-1'): TransferOutcome => ({ kind: 'paid', bankReference })
  const returned: TransferOutcome = { kind: 'returned', message: 'The bank sent the money back' }
  /** Creates the settlement of a day at 01:00, requests its payout at 09:00 and applies the bank's outcome. */
  const settleDay = async (dayNumber: number, outcome: TransferOutcome, owner = businessOwner(merchantId)) => {
    at(dayNumber, 1)
    await take(owner)
    at(dayNumber, 9)
    const sent = await send(owner.ownerId)
    if (sent) await receiveOutcome(sent.reference, outcome, owner.ownerId)
    return sent
  }
  const retrieveSettlement = async (ownerId = merchantId) => {
    const { id } = await newestKey(ownerId)
    return write((context) => getSettlementHandler(context, { id }))
  }
  const payNet = (netKobo: number) => business.pay(grossFor(netKobo))
  const platformBalance = (kind: PlatformAccountKind) =>
    write(({ tx }) => getBalance(tx, platformAccount('TEST', kind)))
  const balances = async (ownerId = merchantId) => [
    await business.balanceOf('pending', ownerId),
    await business.balanceOf('available', ownerId),
    await business.balanceOf('in_payout', ownerId),
  ]
  return {
    ...business,
    ...{ at, all, newest, take, send, receiveOutcome, paid, returned, settleDay, retrieveSettlement },
    ...refundsAndDisputes(business),
    ...{ payNet, platformBalance, balances },
  }
}

function refundsAndDisputes({ merchantId, write }: SimulatedMerchant) {
  const beginRefund = (id: string, amountKobo: number) =>
    write((context) => createRefundRecord(context, { id, amountKobo, reason: 'duplicate' }))
  return {
    beginRefund,
    async giveBack(id: string, amountKobo: number) {
      const refund = await beginRefund(id, amountKobo)
      return write((context) => applyRefundOutcome(context, refund, { kind: 'processed' }))
    },
    /** Opens a dispute over the amount that is not refunded yet. */
    openOver: async (id: string) =>
      (await write((context) => openDispute(context, { merchantId, id }, newDisputeNotice())))!,
    acceptPart: (id: string, amountKobo: number) =>
      write((context) => acceptDisputeHandler(context, { id, amountKobo })),
    async winDispute(id: string) {
      await write((context) => contestDisputeHandler(context, { id, message: 'It was handed over' }))
      await write((context) => decideDispute(context, { merchantId, id }, 'won', 'bank'))
    },
  }
}
