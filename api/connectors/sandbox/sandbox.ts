import type { Channel } from '@adire/contract/channels/channels.ts'
import { limits } from '@adire/contract/limits.ts'
import type { BankAccounts, CardCharge, Cards, Challenge, ChallengeResponse, ChargeOutcome } from '../charges.ts'
import type { ConnectorWith } from '../connector.ts'
import type { CodeRequest, TransferAccounts } from '../instructions.ts'
import type { DeclineReason } from '../response-codes.ts'
import { isSandboxCard, type Script, scriptFor, scriptNamed, scriptOfAccount } from './cards.ts'
import { resolveSandboxAccount, verifySandboxBvn } from './identity.ts'
import { type SandboxMandate, sandboxMandates } from './mandates.ts'
import { parseWebhook, sampleSender } from './messages.ts'
import { newAccountNumber, openSandboxCode, sandboxBankName } from './numbers.ts'
import { type SandboxRefund, sandboxRefunds } from './refunds.ts'
import { declineCharge } from './store.ts'
import { chargeSandboxToken, saveSandboxCard } from './tokens.ts'
import { type SandboxTransfer, sandboxPayouts } from './transfers.ts'

/** Payment as stored by the sandbox. It accepts money for a reference once, by any channel. */
export interface SandboxCharge {
  reference: string
  amountKobo: number
  status: 'open' | 'pending' | 'success' | 'failed' | 'closed'
  card: string | null
  last4: string | null
  challenge: Challenge | null
  attemptsLeft: number | null
  declined: string | null
  pageToken: string | null
  accountNumber: string | null
  accountExpiresAt: Date | null
  offlineRef: string | null
  offlineChannel: Channel | null
  offlineExpiresAt: Date | null
  paidBy: Channel | null
  chargedAt: Date | null
  token: string | null
}

/** Saved card. */
export interface SandboxToken {
  token: string
  card: string
  last4: string
  goodUntil: Date
  nextOutcome: string | null
}

/**
 * Store of the sandbox, so that its state survives the end of the process. `turn` locks one charge (created if it is new),
 * applies `change` and saves the result. The other `turnX` do the same for other rows; undefined if the row does not exist.
 */
export interface SandboxStore {
  turn<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  /** A turn of a charge with a saved card. While the charge is open, it uses up the scripted outcome of the token (`saved`). */
  turnWithToken<T>(
    key: { reference: string; token: string },
    change: (charge: SandboxCharge, saved: SandboxToken | undefined, now: Date) => T,
  ): Promise<T>
  turnPage<T>(pageToken: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnAccount<T>(accountNumber: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnMandate<T>(reference: string, change: (mandate: SandboxMandate, now: Date) => T): Promise<T | undefined>
  /** Stores a requested mandate, once per reference. */
  openMandate(request: Pick<SandboxMandate, 'reference' | 'script' | 'accountNumber'>): Promise<void>
  saveToken(token: Omit<SandboxToken, 'nextOutcome'>): Promise<void>
  deleteToken(token: string): Promise<void>
  turnToken<T>(token: string, change: (saved: SandboxToken) => T): Promise<T | undefined>
  turnRefund<T>(reference: string, change: (refund: SandboxRefund) => T): Promise<T | undefined>
  /** Stores a requested refund, once per reference; `decide` sets its status from the charge. */
  openRefund(
    request: Omit<SandboxRefund, 'status'>,
    decide: (charge: SandboxCharge | undefined) => SandboxRefund['status'],
  ): Promise<void>
  turnTransfer<T>(reference: string, change: (transfer: SandboxTransfer) => T): Promise<T | undefined>
  /** Stores a requested transfer, once per reference. */
  openTransfer(transfer: SandboxTransfer): Promise<void>
}

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

const otp = '123456'
/** Time after which a charge that timed out is declined, in ms. */
const timeoutMs = 120_000

/** Processor of test mode. Its test cards and accounts have scripted outcomes (`sandbox-cards.ts`); no money moves. */
export function openSandboxConnector({ store, bankPageUrl }: SandboxOptions): ConnectorWith<SandboxCapability> {
  const toOutcome: ToOutcome = (charge, wrong = false) => toChargeOutcome(charge, bankPageUrl, wrong)
  const openCode = (request: CodeRequest) =>
    store.turn(request.reference, (charge, now) => openSandboxCode(charge, request, now))
  return {
    payments: {
      query: ({ reference }) =>
        store.turn(reference, (charge, now) => {
          if (charge.status === 'pending' && now.getTime() >= charge.chargedAt!.getTime() + timeoutMs)
            declineCharge(charge, 'issuer_unavailable')
          return toOutcome(charge)
        }),
      close: ({ reference }) =>
        store.turn(reference, (charge) => {
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

type ToOutcome = (charge: SandboxCharge, wrong?: boolean) => ChargeOutcome

const openCards = (store: SandboxStore, toOutcome: ToOutcome): Cards => ({
  findError: ({ number }) => (isSandboxCard(number) ? undefined : 'Test mode takes test cards only'),
  async charge(request) {
    const token =
      request.saveCard && isSandboxCard(request.card.number) ? await saveSandboxCard(store, request.card) : null
    return store.turn(request.reference, (charge, now) => {
      if (charge.status === 'open') {
        startCharge(charge, request, now)
        charge.token = token
      }
      return toOutcome(charge)
    })
  },
})

const answerChallenge = (store: SandboxStore, toOutcome: ToOutcome, response: ChallengeResponse) =>
  store.turn(response.reference, (charge, now) => {
    const wrong =
      charge.status === 'open' &&
      charge.challenge === response.challenge &&
      !applyChallengeResponse(charge, response, now)
    return toOutcome(charge, wrong)
  })

const openBankAccounts = (store: SandboxStore, toOutcome: ToOutcome): BankAccounts => ({
  findError: (account) => (scriptOfAccount(account) ? undefined : 'Test mode takes test accounts only'),
  debit: (request) =>
    store.turn(request.reference, (charge, now) => {
      const script = scriptOfAccount(request)
      if (charge.status === 'open' && script)
        runScript(charge, { script, amountKobo: request.amountKobo, last4: request.accountNumber.slice(-4) }, now)
      return toOutcome(charge)
    }),
})

const openTransferAccounts = (store: SandboxStore): TransferAccounts => ({
  open: ({ reference, amountKobo, accountName }) =>
    store.turn(reference, (charge, now) => {
      charge.amountKobo = amountKobo
      charge.accountNumber ??= newAccountNumber()
      charge.accountExpiresAt ??= new Date(now.getTime() + limits.transferWindowMs)
      const { accountNumber, accountExpiresAt: expiresAt } = charge
      return { bankName: sandboxBankName, accountNumber, accountName, expiresAt }
    }),
  returnTransfer: (reference) =>
    store.turn(reference, (charge) => {
      if (charge.status === 'success' && charge.paidBy === 'bank_transfer') charge.status = 'closed'
    }),
})

function startCharge(charge: SandboxCharge, { card, amountKobo }: CardCharge, now: Date): void {
  const script = scriptFor(card, now)
  const last4 = card.number.slice(-4)
  if (typeof script === 'string') {
    Object.assign(charge, { amountKobo, last4, chargedAt: now })
    declineCharge(charge, script)
  } else runScript(charge, { script, amountKobo, last4 }, now)
}

interface Begun {
  script: Script
  amountKobo: number
  last4: string
}

/** Starts the script of a test card or account with its first challenge. */
function runScript(charge: SandboxCharge, { script, amountKobo, last4 }: Begun, now: Date): void {
  Object.assign(charge, { amountKobo, last4, chargedAt: now, challenge: null, card: script.name })
  advanceCharge(charge, now)
}

/** Continues with the next challenge of the script, or with its final outcome. */
export function advanceCharge(charge: SandboxCharge, now: Date): void {
  const script = scriptNamed(charge.card!)
  const challenge = script.challenges[charge.challenge ? script.challenges.indexOf(charge.challenge) + 1 : 0]
  if (challenge) {
    charge.challenge = challenge
    charge.attemptsLeft = challenge === 'otp' ? limits.otpAttempts : challenge === 'pin' ? limits.pinAttempts : null
    charge.pageToken = challenge === 'bank_page' ? crypto.randomUUID() : charge.pageToken
  } else endCharge(charge, script, now)
}

function endCharge(charge: SandboxCharge, { ends, paidBy = 'card' }: Script, now: Date): void {
  if (ends === 'success') Object.assign(charge, { status: 'success', paidBy, challenge: null })
  else if (ends === 'timeout') Object.assign(charge, { status: 'pending', chargedAt: now, challenge: null })
  else declineCharge(charge, ends)
}

/** Checks the response to the open challenge and advances the charge. Returns whether it was correct. */
function applyChallengeResponse(charge: SandboxCharge, { challenge, answer }: ChallengeResponse, now: Date): boolean {
  const right = {
    pin: () => answer === scriptNamed(charge.card!).pin,
    otp: () => answer === otp,
    birthday: () => /^\d{4}-\d\d-\d\d$/.test(answer),
    phone: () => answer.replace(/^\+/, '').length >= 10,
  }[challenge]()
  if (right) advanceCharge(charge, now)
  else if (charge.attemptsLeft !== null) {
    charge.attemptsLeft -= 1
    if (charge.attemptsLeft === 0)
      declineCharge(charge, challenge === 'pin' ? 'incorrect_pin' : 'authentication_failed')
  }
  return right
}

function toChargeOutcome(charge: SandboxCharge, bankPageUrl: string, wrong: boolean): ChargeOutcome {
  const { status, challenge, attemptsLeft, pageToken } = charge
  if (status === 'success') {
    const saved = charge.token && charge.paidBy === 'card' ? { token: charge.token } : {}
    return { kind: 'success', paidBy: charge.paidBy!, ...sampleSender(charge.paidBy!), ...saved }
  }
  if (status === 'failed') return { kind: 'failed', reason: charge.declined as DeclineReason }
  if (status === 'pending') return { kind: 'pending' }
  if (!challenge) return { kind: 'open' }
  const openUrl = challenge === 'bank_page' ? { openUrl: `${bankPageUrl}/${pageToken}` } : {}
  return { kind: 'challenge', challenge, attemptsLeft, wrong, ...openUrl }
}
