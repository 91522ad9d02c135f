import { transferGraceMs } from '@adire/contract/checkout.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import type { ReturnReason } from '../instructions.ts'
import { encodeMessage } from './messages.ts'
import { advanceCharge } from './run-script.ts'
import type { SandboxCharge } from './sandbox-charge.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { declineCharge } from './store.ts'

/** Account number that every sandbox transfer comes from. */
const testSender = '0000000018'
/** Time for which a bank page accepts a decision, in ms. */
const pageMs = 10 * minuteMs

/**
 * Simulated actions of the sandbox's banks and their customers: the 3-D Secure page, a transfer to an account number, a dialled
 * or scanned code, and expiry. Returns the resulting message, in the format of the processor's webhook; undefined if the sandbox
 * does not know the number, or nothing happened.
 */
export function sandboxBank(store: SandboxStore) {
  return {
    /** Payment that a bank page belongs to. `isOpen`: the page still accepts a decision. */
    page: (token: string) =>
      store.updateChargeOfPage(token, (charge, now) => {
        const { reference, amountKobo, last4 } = charge
        return { reference, amountKobo, last4, isOpen: isAwaitingBankPage(charge, now) }
      }),
    /** Decision of the holder on the bank page. Only the first decision in time counts. */
    decide: (token: string, approved: boolean) =>
      store.updateChargeOfPage(token, (charge, now) => {
        if (isAwaitingBankPage(charge, now)) {
          if (approved) advanceCharge(charge, now)
          else declineCharge(charge, 'authentication_failed')
        }
        const { reference, amountKobo } = charge
        return { reference, amountKobo }
      }),
    /** Completes all open challenges of a payment, correctly or not, so that nobody has to type in test mode. */
    completeChallenges: (reference: string, right: boolean) =>
      store.updateCharge(reference, (charge, now) => {
        while (right && charge.status === 'open' && charge.challenge) advanceCharge(charge, now)
        if (!right && charge.status === 'open' && charge.challenge) declineCharge(charge, 'authentication_failed')
      }),
    /** Transfer that arrives now and was sent `sentMsAgo` (ms) earlier. */
    transfer: (accountNumber: string, amountKobo: number, sentMsAgo = 0) =>
      store.updateChargeOfAccount(accountNumber, (charge, now) => {
        const { reference } = charge
        const reason = whyReturned(charge, { amountKobo, sentAt: new Date(now.getTime() - sentMsAgo) }, now)
        if (reason)
          return encodeMessage({ event: 'transfer.returned', reference, amountKobo, reason, senderAccount: testSender })
        Object.assign(charge, { status: 'success', paidBy: 'bank_transfer', challenge: null })
        return encodeMessage({ event: 'transfer.received', reference, amountKobo })
      }),
    /** Decision of a payer who dialled or scanned a code. Only the first decision in time counts. */
    confirm: (reference: string, approved: boolean) =>
      store.updateCharge(reference, (charge, now) => {
        const by = charge.offlineChannel
        if (!by || charge.status !== 'open' || now >= charge.offlineExpiresAt!) return undefined
        if (approved) Object.assign(charge, { status: 'success', paidBy: by, challenge: null })
        else declineCharge(charge, 'declined_by_payer')
        return encodeMessage({ event: approved ? 'code.confirmed' : 'code.declined', reference, by })
      }),
    /** Expires a payment that nobody has paid. */
    expire: (reference: string) =>
      store.updateCharge(reference, (charge, now) => {
        if (charge.status !== 'open') return undefined
        charge.challenge = null
        if (charge.accountExpiresAt && charge.accountExpiresAt > now) charge.accountExpiresAt = now
        if (charge.offlineExpiresAt && charge.offlineExpiresAt > now) charge.offlineExpiresAt = now
        return encodeMessage({ event: 'charge.expired', reference })
      }),
  }
}

const isAwaitingBankPage = ({ status, challenge, chargedAt }: SandboxCharge, now: Date) =>
  status === 'open' && challenge === 'bank_page' && now.getTime() < chargedAt!.getTime() + pageMs

/**
 * Reason for returning a transfer; undefined if it is accepted. A transfer sent in time may take up to `transferGraceMs` to
 * arrive.
 */
function whyReturned(
  charge: SandboxCharge,
  { amountKobo, sentAt }: { amountKobo: number; sentAt: Date },
  now: Date,
): ReturnReason | undefined {
  if (charge.status === 'success' || charge.status === 'closed') return 'DUPLICATE'
  if (charge.status === 'failed') return 'ACCOUNT_CLOSED'
  const expiresAt = charge.accountExpiresAt!
  if (sentAt >= expiresAt || now.getTime() >= expiresAt.getTime() + transferGraceMs) return 'ACCOUNT_EXPIRED'
  return amountKobo === charge.amountKobo ? undefined : 'INCORRECT_AMOUNT'
}
