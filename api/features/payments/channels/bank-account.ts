import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByAccount } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import * as z from 'zod/mini'
import { scriptOfAccount } from '../../../connectors/sandbox/cards.ts'
import { problem } from '../../../http/problem.ts'
import type { PaymentRecord } from '../move.ts'
import type { ChargeFlow, PayerFlow, ServerChannel } from './definition.ts'
import { requireBank } from './require-bank.ts'

/** Banks that debit an account after the payer completes their challenges. */
const banks = [
  { code: '058', name: 'Guaranty Trust Bank' },
  { code: '033', name: 'United Bank for Africa' },
  { code: '057', name: 'Zenith Bank' },
] as const

/** Debited account. */
export const bankAccountDetails = z.strictObject({
  bankName: z.nullable(z.string()),
  /** Last four digits of the account number. */
  last4: z.nullable(z.string()),
})

type Input = ParsedInput<typeof payByAccount>

/** A bank account of the payer. The number is passed on; only its last four digits are stored. */
const flow: ChargeFlow<Input, 'bankAccounts'> = {
  kind: 'charge',
  capability: 'bankAccounts',
  bankCode: ({ bankCode }) => bankCode,
  check(connector, input) {
    const error = connector.bankAccounts.findError(input)
    if (error) throw problem.field('accountNumber', error, 'account_refused')
  },
  intend({ bankCode, accountNumber }) {
    const { name } = requireBank(banks, bankCode)
    return toChoice('select_channel', name, accountNumber.slice(-4))
  },
  charge: (connector, { reference, amountKobo, customerEmail: email }, { bankCode, accountNumber }) =>
    connector.bankAccounts.debit({ reference, amountKobo, email, bankCode, accountNumber }),
  limitedAccount: ({ bankCode, accountNumber }) => `${bankCode}/${accountNumber}`,
}

const toChoice = (step: PaymentRecord['step'], bankName: string, last4: string) => ({
  details: { bank_account: { bankName, last4 } },
  fields: { step },
  event: { kind: 'account_entered', text: `The account ending ${last4} at ${bankName} was entered` },
})

const payer: PayerFlow<Input> = {
  endpoint: payByAccount,
  banks,
  opensAtOnce: false,
  fromForm: ({ bankCode, accountNumber }) => ({ bankCode, accountNumber }),
  validate(input, mode) {
    requireBank(banks, input.bankCode)
    if (!isNuban(input.bankCode, input.accountNumber)) throw problem.field('accountNumber', messages.accountUnknown)
    if (mode === 'LIVE' && scriptOfAccount(input))
      throw problem.field(
        'accountNumber',
        'This is a test account. Live mode accepts real accounts only',
        'test_account',
      )
  },
  flow,
}

function stateOf({ channel, channelDetails: { bank_account: details } }: PaymentRecord) {
  if (channel !== 'bank_account' || !details?.bankName || !details.last4) return null
  const { bankName, last4 } = details
  return { bankName, last4 }
}

export const bankAccount = {
  personal: ['bankName', 'last4'],
  payerBank: ({ bank_account: details }) => details?.bankName,
  receiptText: ({ channelDetails: { bank_account: details } }) =>
    `${channelDefinitions.bank_account.name}, ${details?.bankName} account ending ${details?.last4}`,
  detail: ({ channel, channelDetails: { bank_account: details } }) =>
    channel === 'bank_account' && details?.bankName ? { bank: { name: details.bankName, last4: details.last4 } } : {},
  state: (payment: PaymentRecord) => ({ account: stateOf(payment) }),
  hasChallenges: true,
  payer,
  demo: (random) => toChoice('send_otp', random.pick(banks).name, random.digits(4)),
} satisfies ServerChannel
