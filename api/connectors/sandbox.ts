import { limits } from '@adire/contract/limits.ts'
import { nubanCheckDigit } from '@adire/contract/nuban.ts'
import * as z from 'zod/mini'
import {
  type Answer,
  type CardCharge,
  type Connector,
  type Outcome,
  type Question,
  returnReasons,
} from './connector.ts'
import type { DeclineReason } from './response-codes.ts'
import { isSandboxCard, type Script, scriptFor, scriptNamed } from './sandbox-cards.ts'
import { resolveSandboxAccount, verifySandboxBvn } from './sandbox-identity.ts'
import { type SandboxRefund, sandboxRefunding } from './sandbox-refunds.ts'

/** One payment as the sandbox remembers it. It takes money for a reference once, by card or by transfer. */
export interface SandboxCharge {
  reference: string
  amountKobo: number
  status: 'open' | 'pending' | 'success' | 'failed'
  card: string | null
  last4: string | null
  question: Question | null
  triesLeft: number | null
  declined: string | null
  pageToken: string | null
  accountNumber: string | null
  accountExpiresAt: Date | null
  paidBy: 'card' | 'transfer' | null
  chargedAt: Date | null
}

/**
 * Where the sandbox remembers, so that it survives whatever ends the process. `turn` lets `change` alter one charge
 * while nobody else can, and keeps what it did.
 */
export interface SandboxStore {
  turn<T>(reference: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T>
  turnPage<T>(pageToken: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnAccount<T>(accountNumber: string, change: (charge: SandboxCharge, now: Date) => T): Promise<T | undefined>
  turnRefund<T>(reference: string, change: (refund: SandboxRefund) => T): Promise<T | undefined>
  /** Remembers a refund that was asked for, once; what becomes of it is decided by the charge. */
  openRefund(
    asked: Omit<SandboxRefund, 'status'>,
    decide: (charge: SandboxCharge | undefined) => SandboxRefund['status'],
  ): Promise<void>
}

export interface SandboxOptions {
  store: SandboxStore
  /** Where the bank's page is served; a token is added. */
  bankPageUrl: string
}

const otp = '123456'
const bank = { name: 'Adire Sandbox Bank', code: '999' }
/** How long a bank's page takes a decision. */
const pageMs = 10 * 60_000
/** How long the bank that times out takes to say that it declined. */
const timeoutMs = 120_000

/** The processor of test mode. Its instruments decide their own fate (`sandbox-cards.ts`); no money moves. */
export function sandbox({ store, bankPageUrl }: SandboxOptions): Connector {
  const say = (charge: SandboxCharge, wrong = false) => outcomeOf(charge, bankPageUrl, wrong)
  return {
    name: 'sandbox',
    refusal: ({ number }) => (isSandboxCard(number) ? undefined : 'Test mode takes test cards only'),
    charge: (request) =>
      store.turn(request.reference, (charge, now) => {
        if (charge.status === 'open') begin(charge, request, now)
        return say(charge)
      }),
    continueCharge: (answer) =>
      store.turn(answer.reference, (charge, now) => {
        const wrong = charge.status === 'open' && charge.question === answer.question && !take(charge, answer, now)
        return say(charge, wrong)
      }),
    openTransferAccount: ({ reference, amountKobo, accountName }) =>
      store.turn(reference, (charge, now) => {
        charge.amountKobo = amountKobo
        charge.accountNumber ??= newAccountNumber()
        charge.accountExpiresAt ??= new Date(now.getTime() + limits.transferWindowMs)
        const { accountNumber, accountExpiresAt: expiresAt } = charge
        return { bankName: bank.name, accountNumber, accountName, expiresAt }
      }),
    query: (reference) =>
      store.turn(reference, (charge, now) => {
        if (charge.status === 'pending' && now.getTime() >= charge.chargedAt!.getTime() + timeoutMs)
          decline(charge, 'issuer_unavailable')
        return say(charge)
      }),
    ...sandboxRefunding(store),
    resolveAccount: resolveSandboxAccount,
    verifyBvn: verifySandboxBvn,
    parseWebhook,
  }
}

/** What the sandbox's banks do: their page of 3-D Secure, and a transfer to one of their account numbers. */
export function sandboxBank(store: SandboxStore) {
  return {
    /** The payment a bank's page is about, while it still asks. */
    page: (token: string) =>
      store.turnPage(token, (charge, now) => {
        const { reference, amountKobo, last4 } = charge
        return { reference, amountKobo, last4, isOpen: asksOnPage(charge, now) }
      }),
    /** The holder decided on the bank's page. Decided once and in time; other decisions change nothing. */
    decide: (token: string, approved: boolean) =>
      store.turnPage(token, (charge, now) => {
        if (asksOnPage(charge, now)) {
          if (approved) next(charge, now)
          else decline(charge, 'authentication_failed')
        }
        return charge.reference
      }),
    /** Somebody sends money: answers the message the processor then sends us, or undefined for no account of ours. */
    transfer: (accountNumber: string, amountKobo: number) =>
      store.turnAccount(accountNumber, (charge, now) => {
        const reason = whyReturned(charge, amountKobo, now)
        if (!reason) Object.assign(charge, { status: 'success', paidBy: 'transfer', question: null })
        const event = reason ? 'transfer.returned' : 'transfer.received'
        return JSON.stringify({ event, reference: charge.reference, amountKobo, ...(reason && { reason }) })
      }),
  }
}

const asksOnPage = ({ status, question, chargedAt }: SandboxCharge, now: Date) =>
  status === 'open' && question === 'bank_page' && now.getTime() < chargedAt!.getTime() + pageMs

function whyReturned(charge: SandboxCharge, amountKobo: number, now: Date) {
  if (charge.status === 'success') return 'DUPLICATE'
  if (charge.status === 'failed') return 'ACCOUNT_CLOSED'
  if (now >= charge.accountExpiresAt!) return 'ACCOUNT_EXPIRED'
  return amountKobo === charge.amountKobo ? undefined : 'INCORRECT_AMOUNT'
}

function begin(charge: SandboxCharge, { card, amountKobo }: CardCharge, now: Date): void {
  const script = scriptFor(card, now)
  charge.amountKobo = amountKobo
  charge.last4 = card.number.slice(-4)
  charge.chargedAt = now
  charge.question = null
  if (typeof script === 'string') decline(charge, script)
  else {
    charge.card = script.name
    next(charge, now)
  }
}

/** Goes on to the card's next question, or to its end. */
function next(charge: SandboxCharge, now: Date): void {
  const script = scriptNamed(charge.card!)
  const question = script.asks[charge.question ? script.asks.indexOf(charge.question) + 1 : 0]
  if (question) {
    charge.question = question
    charge.triesLeft = question === 'otp' ? limits.otpTries : question === 'pin' ? limits.pinTries : null
    charge.pageToken = question === 'bank_page' ? crypto.randomUUID() : charge.pageToken
  } else end(charge, script, now)
}

function end(charge: SandboxCharge, { ends }: Script, now: Date): void {
  if (ends === 'success') Object.assign(charge, { status: 'success', paidBy: 'card', question: null })
  else if (ends === 'timeout') Object.assign(charge, { status: 'pending', chargedAt: now, question: null })
  else decline(charge, ends)
}

function decline(charge: SandboxCharge, reason: DeclineReason): void {
  Object.assign(charge, { status: 'failed', declined: reason, question: null, triesLeft: null })
}

/** Takes an answer to the question that is open; answers whether it was right. */
function take(charge: SandboxCharge, { question, answer }: Answer, now: Date): boolean {
  const right = {
    pin: () => answer === scriptNamed(charge.card!).pin,
    otp: () => answer === otp,
    phone: () => answer.replace(/^\+/, '').length >= 10,
  }[question]()
  if (right) next(charge, now)
  else if (charge.triesLeft !== null) {
    charge.triesLeft -= 1
    if (charge.triesLeft === 0) decline(charge, question === 'pin' ? 'incorrect_pin' : 'authentication_failed')
  }
  return right
}

function outcomeOf(charge: SandboxCharge, bankPageUrl: string, wrong: boolean): Outcome {
  const { status, question, triesLeft, pageToken } = charge
  if (status === 'success')
    return charge.paidBy === 'transfer'
      ? { kind: 'success', paidBy: 'transfer', sender: { name: 'TEST SENDER', bank: bank.name } }
      : { kind: 'success', paidBy: 'card' }
  if (status === 'failed') return { kind: 'failed', reason: charge.declined as DeclineReason }
  if (status === 'pending') return { kind: 'pending' }
  if (!question) return { kind: 'open' }
  const openUrl = question === 'bank_page' ? { openUrl: `${bankPageUrl}/${pageToken}` } : {}
  return { kind: 'asks', question, triesLeft, wrong, ...openUrl }
}

/** Ten digits whose last is right for the sandbox's bank, random so that numbers are not guessed. */
function newAccountNumber(): string {
  const [random] = crypto.getRandomValues(new Uint32Array(1))
  const serial = `9${String(random! % 100_000_000).padStart(8, '0')}`
  return serial + nubanCheckDigit(bank.code, serial)
}

const Message = z.union([
  z.object({ event: z.literal('transfer.received'), reference: z.string(), amountKobo: z.int() }),
  z.object({
    event: z.literal('transfer.returned'),
    reference: z.string(),
    amountKobo: z.int(),
    reason: z.enum(Object.keys(returnReasons) as (keyof typeof returnReasons)[]),
  }),
])

function parseWebhook(body: string): ReturnType<Connector['parseWebhook']> {
  const { data: message } = z.safeParse(Message, parsed(body))
  if (!message) return undefined
  const { reference, amountKobo } = message
  if (message.event === 'transfer.returned') return { kind: 'returned', reference, amountKobo, reason: message.reason }
  const sender = { name: 'TEST SENDER', bank: bank.name }
  return { kind: 'outcome', reference, outcome: { kind: 'success', paidBy: 'transfer', sender } }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
