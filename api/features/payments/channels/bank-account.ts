import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByAccount } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { isNuban } from '@adire/contract/nuban.ts'
import { scriptOfAccount } from '../../../connectors/sandbox-cards.ts'
import { problem } from '../../../http/problem.ts'
import type { PaymentRecord } from '../move.ts'
import type { ChargeFlow, PayerFlow, ServerChannel } from './definition.ts'

/** Banks that debit an account after the payer completes their challenges. */
const banks = [
  { code: '058', name: 'Guaranty Trust Bank' },
  { code: '033', name: 'United Bank for Africa' },
  { code: '057', name: 'Zenith Bank' },
] as const

type Input = ParsedInput<typeof payByAccount>

function requireBank(code: string) {
  const bank = banks.find((one) => one.code === code)
  if (!bank) throw problem.field('bankCode', 'Choose a bank of the list')
  return bank
}

/** A bank account of the payer. The number is passed on; only its last four digits are stored. */
const flow: ChargeFlow<Input> = {
  kind: 'charge',
  check(connector, input) {
    const error = connector.accountError(input)
    if (error) throw problem.field('accountNumber', error, 'account_refused')
  },
  intend({ bankCode, accountNumber }) {
    const { name } = requireBank(bankCode)
    return toChoice('select_channel', name, accountNumber.slice(-4))
  },
  charge: (connector, { reference, amountKobo, customerEmail: email }, { bankCode, accountNumber }) =>
    connector.debitAccount({ reference, amountKobo, email, bankCode, accountNumber }),
}

const toChoice = (step: PaymentRecord['step'], senderBank: string, senderAccount: string) => ({
  fields: { step, senderBank, senderAccount },
  event: { kind: 'account_entered', text: `The account ending ${senderAccount} at ${senderBank} was entered` },
})

const payer: PayerFlow<Input> = {
  endpoint: payByAccount,
  banks,
  opensAtOnce: false,
  fromForm: ({ bankCode, accountNumber }) => ({ bankCode, accountNumber }),
  validate(input, mode) {
    requireBank(input.bankCode)
    if (!isNuban(input.bankCode, input.accountNumber)) throw problem.field('accountNumber', messages.accountUnknown)
    if (mode === 'LIVE' && scriptOfAccount(input))
      throw problem.field('accountNumber', 'This is a test account. Live mode takes real accounts only', 'test_account')
  },
  flow,
}

const stateOf = ({ channel, senderBank: bankName, senderAccount: last4 }: PaymentRecord) =>
  channel === 'bank_account' && bankName && last4 ? { bankName, last4 } : null

export const bankAccount = {
  receiptText: ({ senderBank, senderAccount }) =>
    `${channelDefinitions.bank_account.name}, ${senderBank} account ending ${senderAccount}`,
  detail: ({ channel, senderBank: name, senderAccount: last4 }) =>
    channel === 'bank_account' && name ? { bank: { name, last4 } } : {},
  state: (payment: PaymentRecord) => ({ account: stateOf(payment) }),
  hasChallenges: true,
  payer,
  demo: (random) => toChoice('send_otp', random.pick(banks).name, random.digits(4)),
} satisfies ServerChannel
