import { transferGraceMs } from '@adire/contract/checkout.ts'
import type { ReturnReason } from './connector.ts'
import { advanceCharge, declineCharge, type SandboxCharge, type SandboxStore } from './sandbox.ts'
import { encodeMessage } from './sandbox-messages.ts'

/** The account that every transfer of the sandbox comes from. */
const testSender = '0000000018'
/** How long a bank's page takes a decision. */
const pageMs = 10 * 60_000

/**
 * What the sandbox's banks and their customers do: the page of 3-D Secure, a transfer to one of the account numbers, a code
 * dialled or scanned, and nothing at all until it is too late. What we are then told is answered as the message it arrives in;
 * undefined where the sandbox knows no such number, or nothing happened.
 */
export function sandboxBank(store: SandboxStore) {
  return {
    /** The payment a bank's page is about, while it still asks. */
    page: (token: string) =>
      store.turnPage(token, (charge, now) => {
        const { reference, amountKobo, last4 } = charge
        return { reference, amountKobo, last4, isOpen: isAwaitingBankPage(charge, now) }
      }),
    /** The holder decided on the bank's page. Decided once and in time; other decisions change nothing. */
    decide: (token: string, approved: boolean) =>
      store.turnPage(token, (charge, now) => {
        if (isAwaitingBankPage(charge, now)) {
          if (approved) advanceCharge(charge, now)
          else declineCharge(charge, 'authentication_failed')
        }
        return charge.reference
      }),
    /** The holder answers all that is asked of a payment, rightly or not: in test mode nobody has to type it. */
    completeChallenges: (reference: string, right: boolean) =>
      store.turn(reference, (charge, now) => {
        while (right && charge.status === 'open' && charge.challenge) advanceCharge(charge, now)
        if (!right && charge.status === 'open' && charge.challenge) declineCharge(charge, 'authentication_failed')
      }),
    /** Somebody sent money, `sentMsAgo` before it arrives here. */
    transfer: (accountNumber: string, amountKobo: number, sentMsAgo = 0) =>
      store.turnAccount(accountNumber, (charge, now) => {
        const { reference } = charge
        const reason = whyReturned(charge, { amountKobo, sentAt: new Date(now.getTime() - sentMsAgo) }, now)
        if (reason)
          return encodeMessage({ event: 'transfer.returned', reference, amountKobo, reason, senderAccount: testSender })
        Object.assign(charge, { status: 'success', paidBy: 'transfer', challenge: null })
        return encodeMessage({ event: 'transfer.received', reference, amountKobo })
      }),
    /** The payer dialled or scanned the code of a payment and decided. Once and in time; other decisions change nothing. */
    confirm: (reference: string, approved: boolean) =>
      store.turn(reference, (charge, now) => {
        const by = charge.offlineBy
        if (!by || charge.status !== 'open' || now >= charge.offlineExpiresAt!) return undefined
        if (approved) Object.assign(charge, { status: 'success', paidBy: by, challenge: null })
        else declineCharge(charge, 'declined_by_payer')
        return encodeMessage({ event: approved ? 'code.confirmed' : 'code.declined', reference, by })
      }),
    /** Time passes, and nobody did anything about a payment. */
    expire: (reference: string) =>
      store.turn(reference, (charge, now) => {
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

/** A transfer that was sent in time may take as long as `transferGraceMs` to arrive. */
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
