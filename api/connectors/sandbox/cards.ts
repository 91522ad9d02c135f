import type { Channel } from '@adire/contract/channels/channels.ts'
import { cardExpiresAt } from '@adire/contract/typed.ts'
import type { AccountDebit, CardDetails, Challenge } from '../charges.ts'
import type { DeclineReason } from '../response-codes.ts'

/** Script of a test card or account: its challenges, in order, and its final outcome. */
export interface Script {
  /** Name stored in the sandbox's tables instead of the card number. */
  name: string
  number: string
  /** Undefined: any CVV is accepted. */
  cvv?: string
  challenges: Challenge[]
  pin?: string
  ends: 'success' | 'timeout' | DeclineReason
  paidBy?: Channel
}

/** Test card numbers. Only published ones, so that none can be a real card. */
const scripts: Script[] = [
  { name: 'plain', number: '4084084084084081', cvv: '408', challenges: [], ends: 'success' },
  { name: 'pin', number: '507850785078507812', cvv: '081', challenges: ['pin'], pin: '1111', ends: 'success' },
  {
    name: 'pin_otp',
    number: '5060666666666666666',
    cvv: '123',
    challenges: ['pin', 'otp'],
    pin: '1234',
    ends: 'success',
  },
  {
    name: 'pin_phone_otp',
    number: '507850785078507804',
    cvv: '884',
    challenges: ['pin', 'phone', 'otp'],
    pin: '0000',
    ends: 'success',
  },
  { name: 'bank_page', number: '5192602720584796', cvv: '123', challenges: ['bank_page'], ends: 'success' },
  { name: 'declined', number: '4084080000005408', cvv: '001', challenges: [], ends: 'do_not_honour' },
  { name: 'no_funds', number: '4084080000670037', cvv: '787', challenges: [], ends: 'insufficient_funds' },
  {
    name: 'no_token',
    number: '507850785078507853',
    cvv: '082',
    challenges: ['pin'],
    pin: '0000',
    ends: 'token_not_generated',
  },
  { name: 'refund_fails', number: '4084080000671803', cvv: '180', challenges: [], ends: 'success' },
  { name: 'refund_needs_attention', number: '4084080000671902', cvv: '190', challenges: [], ends: 'success' },
  { name: 'expired', number: '4000000000000069', challenges: [], ends: 'expired_card' },
  { name: 'wrong_cvv', number: '4000000000000127', challenges: [], ends: 'incorrect_cvv' },
  { name: 'fraud', number: '4100000000000019', challenges: [], ends: 'suspected_fraud' },
  { name: 'timeout', number: '4000000000000119', challenges: [], ends: 'timeout' },
  { name: 'disputed_later', number: '4000000000000259', challenges: [], ends: 'success' },
  { name: 'fails_when_saved', number: '4000000000000341', challenges: [], ends: 'success' },
  { name: 'asks_when_saved', number: '4000002760003184', challenges: ['bank_page'], ends: 'success' },
  { name: 'bank_page_then_declined', number: '4000008400001629', challenges: ['bank_page'], ends: 'do_not_honour' },
]

const fromAccount = { challenges: ['birthday', 'otp'] as Challenge[], paidBy: 'bank_account' as const }
/** Test accounts of payers, by bank code and number. The check digits of the numbers are valid, so forms accept them. */
const accountScripts: Script[] = [
  { name: 'account', number: '057/0000000011', ends: 'success', ...fromAccount },
  { name: 'account_no_funds', number: '057/0000000028', ends: 'insufficient_funds', ...fromAccount },
]

const byNumber = new Map(scripts.map((script) => [script.number, script]))
const byAccount = new Map(accountScripts.map((script) => [script.number, script]))
const byName = new Map([...scripts, ...accountScripts].map((script) => [script.name, script]))

/** Whether the payer's bank will dispute payments with this card, found by the stored parts of its number. */
export const isDisputedLater = (bin: string, last4: string) =>
  scripts.some(({ name, number }) => name === 'disputed_later' && number.startsWith(bin) && number.endsWith(last4))

/**
 * Script of a test card.
 * @throws Error if the number is not a sandbox card
 */
export function scriptOfCard({ number }: Pick<CardDetails, 'number'>): Script {
  const script = byNumber.get(number)
  if (!script) throw new Error('The sandbox was given a card that is not one of its own')
  return script
}

/** Whether a number is one of the published test cards. */
export const isSandboxCard = (number: string) => byNumber.has(number)

/** Script of a test account; undefined if it is not one. */
export const scriptOfAccount = ({ bankCode, accountNumber }: Pick<AccountDebit, 'bankCode' | 'accountNumber'>) =>
  byAccount.get(`${bankCode}/${accountNumber}`)

/**
 * Script by its name, as stored in the sandbox's tables.
 * @throws Error if there is no such script
 */
export function scriptNamed(name: string): Script {
  const script = byName.get(name)
  if (!script) throw new Error(`The sandbox has no card named ${name}`)
  return script
}

/** Script of the card, or the reason why it is declined before any challenge. */
export function scriptFor(card: CardDetails, now: Date): Script | DeclineReason {
  const script = byNumber.get(card.number)
  if (!script) return 'invalid_card_number'
  if (now >= cardExpiresAt(card)) return 'expired_card'
  if (script.cvv !== undefined && script.cvv !== card.cvv) return 'incorrect_cvv'
  return script
}
