import type { FaultInput } from '../../../testing/processor/faults.ts'
import type { CardDetails, ChargeOutcome, SentPayment } from '../../connectors/charges.ts'
import type { Capabilities, ConnectorWith } from '../../connectors/connector.ts'
import type { PostedEvent } from '../../connectors/events.ts'
import type { BvnOwner } from '../../connectors/lookups.ts'
import type { TransferOut } from '../../connectors/payouts.ts'
import type { ProcessorRecord, RecordKind, RecordPeriod, Records } from '../../connectors/records.ts'

/** A connector, and what payers and banks do at its processor. Amounts are in kobo. */
export interface ConformanceBench {
  connector: ConnectorWith<never> & Partial<Capabilities>
  /** A payer pays by card, and has the card saved. */
  payByCard(payment: SentPayment & { email: string }): Promise<void>
  transferIn(accountNumber: string, amountKobo: number): Promise<void>
  /** Only for a processor with `ussd`: the payer dials a code, and confirms the payment or does not. */
  dialCode?(code: string, isConfirmed: boolean): Promise<void>
  /** Only for a processor with `ussd`: the USSD short code of a bank whose codes it gives. */
  dial?: string
  /** Whether the processor learns that a payer has not confirmed a code. */
  areCodesDeclined?: boolean
  /** Only for a processor with `mandates`: the customer authorises one, or the bank activates it. */
  moveMandate?(reference: string, step: 'authorized' | 'active'): Promise<void>
  /** The bank pays a debit, or declines it. */
  settleDebit?(reference: string, declineMessage: string | null): Promise<void>
  /** Only for a processor with `cards`. */
  cards?: TypedCards
  /** Only for a processor with `bankAccounts`: an account whose bank wants the birthday, then the one-time password `otp`. */
  account?: { bankCode: string; accountNumber: string; otp: string }
  /** Only for a processor with `identity`: a number that the register has, and its owner. */
  bvn?: { bvn: string; owner: BvnOwner }
  /** Only for a processor with `transferApprovals`: its requests for approval so far. */
  readApprovals?(): Promise<PostedEvent[]>
  /** The refund arrives. */
  endRefund(reference: string): Promise<void>
  /** The payout arrives. */
  endPayout(reference: string): Promise<void>
  /** Only for a processor that is simulated outside the product. */
  simulator?: SimulatorBench
}

/** Calls that faults can be added to. */
export type FaultedCall =
  | 'openCardPage'
  | 'chargeCard'
  | 'answerPin'
  | 'answerOtp'
  | 'debitAccount'
  | 'answerBirthday'
  | 'openAccount'
  | 'openCode'
  | 'chargeSavedCard'
  | 'refund'
  | 'payout'
  | 'query'
  | 'openMandate'
  | 'queryMandate'
  | 'cancelMandate'
  | 'debitMandate'
  | 'listCharges'
  | 'listRefunds'
  | 'listPayouts'
  | 'readBalance'
  | 'checkBvn'

export interface SimulatorBench {
  addFault(call: FaultedCall, fault: Omit<FaultInput, 'operation'>): void
  clearFaults(): void
  /** Calls without a reference, which can't be a repeated one. */
  unnamedCalls?: readonly FaultedCall[]
  /** How many requests of a call have come in. */
  countRequests(call: FaultedCall): number
  /** What the processor owes us. It shows how often money was moved. */
  balanceKobo(): Promise<number>
  /** Requests that the processor's description does not allow. */
  readViolations(): readonly unknown[]
  /** Events that were posted so far. */
  readEvents(): Promise<PostedEvent[]>
  /** Fields of a correct response with values that are not those of the request. */
  wrongFields: Record<'query' | 'chargeSavedCard' | 'refund' | 'payout', readonly Record<string, unknown>[]>
}

/** Cards of a processor's simulator, by what their banks do. */
export interface TypedCards {
  approved: CardDetails
  declined: CardDetails
  /** Its bank wants the PIN, then the one-time password `otp`. */
  pinThenOtp: CardDetails
  otp: string
}

/** An account that accepts payouts, and what the bank says of others. */
export interface TestAccounts {
  payoutAccount: TransferOut['account']
  /** Without a holder. */
  unknownAccount: { bankCode: string; accountNumber: string }
}

export const email = 'payer@example.com'

/** A capability that the connector has. */
export function requireCapability<C extends keyof Capabilities>({ connector }: ConformanceBench, capability: C) {
  const found = connector[capability]
  if (!found) throw new Error(`The connector has no ${capability}`)
  return found as Capabilities[C]
}

/** All records of a kind that were made in a period. */
export async function readRecords(
  { list }: Pick<Records, 'list'>,
  kind: RecordKind,
  period: RecordPeriod,
): Promise<ProcessorRecord[]> {
  const records: ProcessorRecord[] = []
  for await (const page of list(kind, period)) records.push(...page)
  return records
}

/** The payer pays on the card page of a simulator. */
export async function payOnPage(opened: ChargeOutcome): Promise<void> {
  if (opened.kind !== 'challenge' || !opened.openUrl) throw new Error('The card page did not open')
  await fetch(opened.openUrl, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'success' }),
    redirect: 'manual',
  })
}
