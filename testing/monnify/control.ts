import * as z from 'zod/mini'
import { type Decision, decisions } from '../processor/page-html.ts'
import { actionsOf, createRecorderControl } from '../processor/serve-control.ts'
import type { TransferIn, TransferInResult } from '../processor/transfer-in.ts'
import { act } from './act.ts'
import { settleDisbursement } from './disbursements.ts'
import { decideOnPage } from './hosted-page.ts'
import type { BvnRecord } from './identity.ts'
import { setMandateStatus } from './mandates.ts'
import type { Card, DisbursementStatus, MandateStatus } from './merchant-account.ts'
import { settleRefund } from './refunds.ts'
import type { Simulation } from './simulation.ts'
import { findTransaction, settleCharge } from './transactions.ts'
import { receiveTransfer } from './transfers-in.ts'
import { readHeld, reverseTransaction } from './wallet.ts'

/** What payers and banks do, the faults of the network, and what the simulator has recorded. Amounts are in kobo. */
export const createControl = (simulation: Simulation, advanceClock: (ms: number) => void) => ({
  ...createRecorderControl(simulation),
  /** Moves the clock forward, so that account numbers and access tokens expire. */
  advanceClock: ({ ms }: { ms: number }): void => advanceClock(ms),
  /** A payer sends money to an account number. The exact amount in time pays the transaction; other money is returned. */
  transferIn: (transfer: TransferIn): Promise<TransferInResult> =>
    act(simulation, (scope) => receiveTransfer(scope, transfer)),
  /** The payer dials a code, which transfers the amount in it. */
  dialUssd({ code }: { code: string }): Promise<TransferInResult> {
    const [, naira, accountNumber] = /\*(\d+)\*(\d{10})#$/.exec(code.replace(/\*(\d{10})\*(\d+)#$/, '*$2*$1#')) ?? []
    if (!naira || !accountNumber) throw new Error(`${code} is no code of a transfer`)
    const sender = { senderName: 'ADA OBI', senderBank: 'Guaranty Trust Bank' }
    return act(simulation, (scope) =>
      receiveTransfer(scope, { accountNumber, amountKobo: Number(naira) * 100, ...sender }),
    )
  },
  /** The payer's decision on the hosted page, without a browser. */
  decideOnPage: ({ reference, decision }: { reference: string; decision: Decision }): Promise<void> =>
    act(simulation, (scope) => decideOnPage(scope, findTransaction(simulation, reference), decision)),
  /** The bank answers a charge that is `PENDING`: null pays it, a text declines it. */
  settleCharge: ({ reference, declineMessage }: { reference: string; declineMessage: string | null }): Promise<void> =>
    act(simulation, (scope) => settleCharge(scope, findTransaction(simulation, reference), declineMessage)),
  /** The customer's transfer authorises a mandate, or the bank changes its status. */
  setMandate: ({ reference, status }: { reference: string; status: MandateStatus }): Promise<void> =>
    act(simulation, (scope) => setMandateStatus(scope, reference, status)),
  settleDisbursement: ({ reference, status }: { reference: string; status: DisbursementStatus }): Promise<void> =>
    act(simulation, (scope) => settleDisbursement(scope, reference, status)),
  settleRefund: ({ reference, status }: { reference: string; status: 'COMPLETED' | 'FAILED' }): Promise<void> =>
    act(simulation, (scope) => settleRefund(scope, reference, status)),
  /** How later charges of a card end. */
  setCard({ cardToken, ...change }: { cardToken: string } & Partial<Card>): void {
    const card = simulation.merchant.cards.get(cardToken)
    if (!card) throw new Error(`There is no card ${cardToken}`)
    Object.assign(card, change)
  },
  /** Holder of a bank account; null: the account does not exist. */
  setAccountName(account: { bankCode: string; accountNumber: string; name: string | null }): void {
    simulation.accountNames.set(`${account.bankCode}/${account.accountNumber}`, account.name)
  },
  /** What the register has about a Bank Verification Number; null: there is no such number. */
  setBvn({ bvn, record }: { bvn: string; record: BvnRecord | null }): void {
    if (record) simulation.bvns.set(bvn, record)
    else simulation.bvns.delete(bvn)
  },
  /** The payer's bank takes a payment back, without a refund. */
  reverseCharge: ({ reference }: { reference: string }): void =>
    reverseTransaction(simulation, findTransaction(simulation, reference)),
  /** What Monnify holds: the wallet, and payments that are not settled. */
  readBalance: (): number => readHeld(simulation),
  /** Of the wallet. */
  setBalance({ balanceKobo }: { balanceKobo: number }): void {
    simulation.merchant.walletKobo = balanceKobo
  },
})
export type Control = ReturnType<typeof createControl>

const defineAction = actionsOf<Control>()
const Kobo = z.number().check(z.int(), z.gte(0))
const Milliseconds = z.number().check(z.int(), z.gte(0))

/** Body and effect of `POST /control/<name>`, for programs and people outside the process. */
export const actions = {
  'transfer-in': defineAction(
    z.strictObject({ accountNumber: z.string(), amountKobo: Kobo, senderName: z.string(), senderBank: z.string() }),
    (control, input) => control.transferIn(input),
  ),
  'dial-ussd': defineAction(z.strictObject({ code: z.string() }), (control, input) => control.dialUssd(input)),
  'decide-on-page': defineAction(
    z.strictObject({ reference: z.string(), decision: z.enum(decisions) }),
    (control, input) => control.decideOnPage(input),
  ),
  'settle-charge': defineAction(
    z.strictObject({ reference: z.string(), declineMessage: z.nullable(z.string()) }),
    (control, input) => control.settleCharge(input),
  ),
  'set-mandate': defineAction(
    z.strictObject({
      reference: z.string(),
      status: z.enum(['PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED', 'FAILED']),
    }),
    (control, input) => control.setMandate(input),
  ),
  'reverse-charge': defineAction(z.strictObject({ reference: z.string() }), (control, input) =>
    control.reverseCharge(input),
  ),
  'settle-disbursement': defineAction(
    z.strictObject({
      reference: z.string(),
      status: z.enum(['PENDING_AUTHORIZATION', 'SUCCESS', 'FAILED', 'REVERSED']),
    }),
    (control, input) => control.settleDisbursement(input),
  ),
  'settle-refund': defineAction(
    z.strictObject({ reference: z.string(), status: z.enum(['COMPLETED', 'FAILED']) }),
    (control, input) => control.settleRefund(input),
  ),
  'set-card': defineAction(
    z.strictObject({
      cardToken: z.string(),
      declineMessage: z._default(z.nullable(z.string()), null),
      isExpired: z._default(z.boolean(), false),
      isDelayed: z._default(z.boolean(), false),
    }),
    (control, input) => control.setCard(input),
  ),
  'set-account-name': defineAction(
    z.strictObject({ bankCode: z.string(), accountNumber: z.string(), name: z.nullable(z.string()) }),
    (control, input) => control.setAccountName(input),
  ),
  'set-bvn': defineAction(
    z.strictObject({
      bvn: z.string(),
      record: z.nullable(z.strictObject({ name: z.string(), dateOfBirth: z.string(), phone: z.string() })),
    }),
    (control, input) => control.setBvn(input),
  ),
  'set-balance': defineAction(z.strictObject({ balanceKobo: Kobo }), (control, input) => control.setBalance(input)),
  'advance-clock': defineAction(z.strictObject({ ms: Milliseconds }), (control, input) => control.advanceClock(input)),
}
