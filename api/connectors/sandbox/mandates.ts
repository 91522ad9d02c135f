import type { ChargeOutcome } from '../charges.ts'
import type { Mandates, ProviderStatus } from '../mandates.ts'
import type { DeclineReason } from '../response-codes.ts'
import { newAccountNumber, sandboxBankName } from './numbers.ts'
import type { SandboxCharge } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { declineCharge } from './store.ts'

/** Mandate as stored by the sandbox's bank. */
export interface SandboxMandate {
  reference: string
  script: string
  status: 'awaits_transfer' | 'awaits_bank' | 'active' | 'suspended' | 'rejected' | 'closed'
  message: string | null
  accountNumber: string
  approvesAt: Date | null
  readyAt: Date | null
  debits: number
  nextOutcome: string | null
}

/** Outcome of a debit that can be forced when simulating the bank. */
export type ForcedOutcome = 'success' | 'no_answer' | DeclineReason

/** Script of a test account: its effect on a mandate and on its debits. */
interface Script {
  /** The activation transfer (NGN 50.00) never arrives. */
  isSilent?: boolean
  isRejected?: boolean
  /** Number of successful debits after which the mandate is suspended. */
  suspendsAfter?: number
  /** Decline reason of the given debit attempt; undefined if it succeeds. */
  declineReason?(attempt: number): DeclineReason | undefined
}

const scripts: Record<string, Script> = {
  '058/0000000018': {},
  '058/0000000025': { isSilent: true },
  '058/0000000032': { declineReason: (attempt) => (attempt < 3 ? 'insufficient_funds' : undefined) },
  '058/0000000049': { declineReason: () => 'insufficient_funds' },
  '058/0000000056': { isRejected: true },
  '058/0000000063': { suspendsAfter: 1 },
  '058/0000000070': { declineReason: () => 'account_closed' },
  '058/0000000087': { declineReason: (attempt) => (attempt < 2 ? 'issuer_unavailable' : undefined) },
}

const activationKobo = 50_00
/** Time until the bank approves, and then until it accepts debits, in ms. Real banks take minutes, and a day. */
const approvalMs = 10_000
const readyMs = 10_000

const accountKey = ({ bankCode, accountNumber }: { bankCode: string; accountNumber: string }) =>
  `${bankCode}/${accountNumber}`

/** Current status of a mandate. First applies the bank's decision if it is due. */
function toProviderStatus(mandate: SandboxMandate, now: Date): ProviderStatus {
  if (mandate.status === 'awaits_bank' && mandate.approvesAt! <= now) {
    if (scripts[mandate.script]?.isRejected) rejectMandate(mandate)
    else approveMandate(mandate, mandate.approvesAt!)
  }
  const { status, message, approvesAt, readyAt } = mandate
  if (status === 'awaits_transfer') return { kind: 'awaits_transfer' }
  if (status === 'awaits_bank') return { kind: 'awaits_bank', checkAgainAt: approvesAt! }
  if (status !== 'active') return { kind: status, message: message! }
  return readyAt! <= now ? { kind: 'active', ready: true } : { kind: 'active', ready: false, checkAgainAt: readyAt! }
}

function approveMandate(mandate: SandboxMandate, at: Date): void {
  Object.assign(mandate, { status: 'active', readyAt: new Date(at.getTime() + readyMs) })
}

function rejectMandate(mandate: SandboxMandate): void {
  Object.assign(mandate, { status: 'rejected', message: 'The signature does not match the bank\u2019s records' })
}

/** Mandates and debits of the sandbox. No money moves. */
export function sandboxMandates(store: SandboxStore, outcomeOf: (charge: SandboxCharge) => ChargeOutcome): Mandates {
  return {
    findError: (account) =>
      accountKey(account) in scripts ? undefined : 'Test mode takes the test accounts of Guaranty Trust Bank only',
    async open({ reference, ...account }) {
      await store.openMandate({ reference, script: accountKey(account), accountNumber: newAccountNumber() })
      const accountNumber = await store.updateMandate(reference, (mandate) => mandate.accountNumber)
      const transfer = {
        bankName: sandboxBankName,
        accountNumber: accountNumber!,
        accountName: 'NIBSS MANDATE ACTIVATION',
        amountKobo: activationKobo,
      }
      return { kind: 'transfer', transfer }
    },
    query: async (reference) => (await store.updateMandate(reference, toProviderStatus)) ?? { kind: 'unknown' },
    async cancel(reference) {
      await store.updateMandate(reference, (mandate) => {
        if (mandate.status !== 'rejected') closeMandate(mandate, 'Cancelled by the business')
      })
    },
    async debit({ reference, mandateReference, amountKobo, attempt }) {
      // An attempt is decided once: repeated calls return the same outcome.
      const known = await store.updateCharge(reference, (charge) =>
        charge.status === 'open' ? undefined : outcomeOf(charge),
      )
      if (known) return known
      const forcedOutcome = await store.updateMandate(mandateReference, (mandate, now) =>
        scriptedOutcome(mandate, attempt, now),
      )
      const outcome = await store.updateCharge(reference, (charge, now) => {
        if (charge.status === 'open')
          storeDebit(charge, { amountKobo, forcedOutcome: forcedOutcome ?? 'not_permitted' }, now)
        return outcomeOf(charge)
      })
      if (forcedOutcome === 'success') await store.updateMandate(mandateReference, countDebit)
      return outcome
    },
  }
}

function scriptedOutcome(mandate: SandboxMandate, attempt: number, now: Date): ForcedOutcome {
  const forced = mandate.nextOutcome as ForcedOutcome | null
  mandate.nextOutcome = null
  const providerStatus = toProviderStatus(mandate, now)
  if (providerStatus.kind === 'suspended') return 'mandate_suspended'
  if (providerStatus.kind !== 'active' || !providerStatus.ready) return 'not_permitted'
  return forced ?? scripts[mandate.script]?.declineReason?.(attempt) ?? 'success'
}

function storeDebit(
  charge: SandboxCharge,
  { amountKobo, forcedOutcome }: { amountKobo: number; forcedOutcome: ForcedOutcome },
  now: Date,
): void {
  Object.assign(charge, { amountKobo, card: null, last4: null, chargedAt: now })
  if (forcedOutcome === 'success') Object.assign(charge, { status: 'success', paidBy: 'direct_debit' })
  else if (forcedOutcome === 'no_answer') charge.status = 'pending'
  else declineCharge(charge, forcedOutcome)
}

function countDebit(mandate: SandboxMandate): void {
  mandate.debits += 1
  if (mandate.debits === scripts[mandate.script]?.suspendsAfter) suspendMandate(mandate)
}

function suspendMandate(mandate: SandboxMandate): void {
  Object.assign(mandate, { status: 'suspended', message: 'Suspended by the bank at the wish of its customer' })
}

function closeMandate(mandate: SandboxMandate, message: string): void {
  Object.assign(mandate, { status: 'closed', message })
}

/** How a simulated activation transfer goes. */
export type TransferScript = 'exact' | 'wrong_amount' | 'other_account'

/** Simulated actions of the sandbox's bank and its customers. Each returns the result as a sentence. */
export function sandboxMandateBank(store: SandboxStore) {
  const updateKnown = async (reference: string, change: (mandate: SandboxMandate, now: Date) => string) =>
    (await store.updateMandate(reference, change)) ?? 'The bank knows no such mandate.'
  return {
    transfer: (reference: string, script: TransferScript) =>
      updateKnown(reference, (mandate, now) => {
        if (mandate.status !== 'awaits_transfer') return 'Sent back: nothing is waited for.'
        if (script === 'wrong_amount') return 'Sent back: it was not exactly NGN 50.'
        if (script === 'other_account') return 'Sent back: it came from another account.'
        if (scripts[mandate.script]?.isSilent)
          return 'The bank did not carry the transfer out: with this test account it never does.'
        Object.assign(mandate, { status: 'awaits_bank', approvesAt: new Date(now.getTime() + approvalMs) })
        return 'The transfer arrived.'
      }),
    approve: (reference: string) =>
      updateKnown(reference, (mandate, now) => {
        if (mandate.status === 'awaits_bank') approveMandate(mandate, now)
        return 'The bank approved the mandate.'
      }),
    reject: (reference: string) =>
      updateKnown(reference, (mandate) => {
        if (mandate.status === 'awaits_bank' || mandate.status === 'awaits_transfer') rejectMandate(mandate)
        return 'The bank rejected the mandate.'
      }),
    makeReady: (reference: string) =>
      updateKnown(reference, (mandate, now) => {
        if (mandate.status === 'active' && mandate.readyAt! > now) mandate.readyAt = now
        return 'The bank takes debits.'
      }),
    suspend: (reference: string) =>
      updateKnown(reference, (mandate) => {
        if (mandate.status === 'active') suspendMandate(mandate)
        return 'The bank suspended the mandate.'
      }),
    reinstate: (reference: string) =>
      updateKnown(reference, (mandate) => {
        if (mandate.status === 'suspended') Object.assign(mandate, { status: 'active', message: null })
        return 'The bank reinstated the mandate.'
      }),
    closeAccount: (reference: string) =>
      updateKnown(reference, (mandate) => {
        if (mandate.status === 'active' || mandate.status === 'suspended')
          closeMandate(mandate, 'The account was closed')
        return 'The account was closed.'
      }),
    /** Sets the outcome of the next debit, whatever the account's script says. */
    force: (reference: string, outcome: ForcedOutcome) =>
      updateKnown(reference, (mandate) => {
        mandate.nextOutcome = outcome
        return 'The bank will do so.'
      }),
    /** Decides a pending debit. False if the bank does not know it. */
    decide: (chargeReference: string, outcome: 'success' | DeclineReason) =>
      store.updateCharge(chargeReference, (charge) => {
        if (charge.status === 'pending' && outcome !== 'success') declineCharge(charge, outcome)
        else if (charge.status === 'pending') Object.assign(charge, { status: 'success', paidBy: 'direct_debit' })
        return charge.status !== 'open'
      }),
  }
}
