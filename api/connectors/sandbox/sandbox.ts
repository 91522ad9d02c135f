import type { ConnectorWith } from '../connector.ts'
import type { CodeRequest } from '../instructions.ts'
import { answerChallenge } from './answer-challenge.ts'
import { type ToOutcome, toChargeOutcome } from './charge-outcome.ts'
import { resolveSandboxAccount, verifySandboxBvn } from './identity.ts'
import { sandboxMandates } from './mandates.ts'
import { parseWebhook } from './messages.ts'
import { openSandboxCode } from './numbers.ts'
import { openBankAccounts, openTransferAccounts } from './open-accounts.ts'
import { openCards } from './open-cards.ts'
import { sandboxRefunds } from './refunds.ts'
import type { SandboxStore } from './sandbox-store.ts'
import { declineCharge } from './store.ts'
import { chargeSandboxToken } from './tokens.ts'
import { sandboxPayouts } from './transfers.ts'

/** Cards are typed on our page, and there are no events to receive: its messages are simulated. */
export const sandboxCapabilities = [
  'cards',
  'challenges',
  'savedCards',
  'bankAccounts',
  'transferAccounts',
  'ussd',
  'qr',
  'mandates',
  'refunds',
  'payouts',
  'accountNames',
  'identity',
  'webhooks',
] as const
export type SandboxCapability = (typeof sandboxCapabilities)[number]

export interface SandboxOptions {
  store: SandboxStore
  /** URL of the bank page; a token is appended. */
  bankPageUrl: string
}

/** Time after which a charge that timed out is declined, in ms. */
const timeoutMs = 120_000

/** Processor of test mode. Its test cards and accounts have scripted outcomes (`cards.ts`); no money moves. */
export function openSandboxConnector({ store, bankPageUrl }: SandboxOptions): ConnectorWith<SandboxCapability> {
  const toOutcome: ToOutcome = (charge, wrong = false) => toChargeOutcome(charge, bankPageUrl, wrong)
  const openCode = (request: CodeRequest) =>
    store.updateCharge(request.reference, (charge, now) => openSandboxCode(charge, request, now))
  return {
    payments: {
      query: ({ reference }) =>
        store.updateCharge(reference, (charge, now) => {
          if (charge.status === 'pending' && now.getTime() >= charge.chargedAt!.getTime() + timeoutMs)
            declineCharge(charge, 'issuer_unavailable')
          return toOutcome(charge)
        }),
      close: ({ reference }) =>
        store.updateCharge(reference, (charge) => {
          if (charge.status === 'open') Object.assign(charge, { status: 'closed', challenge: null, attemptsLeft: null })
          return toOutcome(charge)
        }),
    },
    cards: openCards(store, toOutcome),
    challenges: { answer: (response) => answerChallenge(store, toOutcome, response) },
    savedCards: {
      charge: (request) => chargeSandboxToken(store, request).then((charge) => toOutcome(charge)),
      async revoke(token) {
        await store.deleteToken(token)
        return true
      },
    },
    bankAccounts: openBankAccounts(store, toOutcome),
    transferAccounts: openTransferAccounts(store),
    ussd: { open: openCode },
    qr: { open: openCode },
    mandates: sandboxMandates(store, toOutcome),
    refunds: sandboxRefunds(store),
    payouts: sandboxPayouts(store),
    accountNames: { resolve: resolveSandboxAccount },
    identity: { verifyBvn: verifySandboxBvn },
    webhooks: { parse: parseWebhook },
  }
}
