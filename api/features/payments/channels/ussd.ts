import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByUssd } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import * as z from 'zod/mini'
import type { PaymentCode } from '../../../connectors/instructions.ts'
import type { PaymentRecord } from '../move.ts'
import type { InstructionFlow, PayerFlow, ServerChannel } from './definition.ts'
import { acceptCode } from './payment-code.ts'
import { requireBank } from './require-bank.ts'

/** Banks with a USSD short code. */
const banks = [
  { code: '044', name: 'Access Bank', dial: '901' },
  { code: '070', name: 'Fidelity Bank', dial: '770' },
  { code: '011', name: 'First Bank of Nigeria', dial: '894' },
  { code: '214', name: 'First City Monument Bank', dial: '329' },
  { code: '058', name: 'Guaranty Trust Bank', dial: '737' },
  { code: '232', name: 'Sterling Bank', dial: '822' },
  { code: '033', name: 'United Bank for Africa', dial: '919' },
  { code: '057', name: 'Zenith Bank', dial: '966' },
] as const

export const ussdDetails = z.strictObject({
  /** Code to dial. */
  code: z.string(),
  bankName: z.nullable(z.string()),
  /** Null for demo data. */
  expiresAt: z.nullable(z.iso.datetime()),
})

type Input = ParsedInput<typeof payByUssd>

/** A code of the chosen bank for the payer to dial. */
const flow: InstructionFlow<Input, 'ussd'> = {
  kind: 'instruction',
  capability: 'ussd',
  unavailable: 'The bank did not give a code. Try again, or pay another way.',
  bankCode: ({ bankCode }) => bankCode,
  findValid({ channelDetails: { ussd: stored } }, now, { bankCode }) {
    const isValid = stored?.expiresAt && new Date(stored.expiresAt) > now
    if (!isValid || stored.bankName !== requireBank(banks, bankCode).name) return undefined
    return { code: stored.code, expiresAt: new Date(stored.expiresAt!) }
  },
  request: (connector, { reference, amountKobo, customerEmail: email }, { input, merchantName }) =>
    connector.ussd.open({
      channel: 'ussd',
      reference,
      amountKobo,
      email,
      merchantName,
      dial: requireBank(banks, input.bankCode).dial,
      bankCode: input.bankCode,
    }),
  accept(payment, response: PaymentCode, { bankCode }) {
    const { name } = requireBank(banks, bankCode)
    const { code, expiresAt } = response
    return acceptCode(payment, response, {
      details: { ussd: { code, bankName: name, expiresAt: expiresAt.toISOString() } },
      isRepeated: payment.channelDetails.ussd?.code === code,
      text: `The code ${code} of ${name} was shown`,
    })
  },
}

const payer: PayerFlow<Input> = {
  endpoint: payByUssd,
  banks,
  opensAtOnce: false,
  fromForm: ({ bankCode }) => ({ bankCode }),
  validate: ({ bankCode }) => void requireBank(banks, bankCode),
  flow,
}

function stateOf({ channel, channelDetails: { ussd: details } }: PaymentRecord) {
  if (channel !== 'ussd' || !details?.bankName || !details.expiresAt) return null
  const { bankName, code, expiresAt } = details
  return { bankName, code, expiresAt }
}

export const ussd = {
  personal: ['bankName'],
  staysOpen: true,
  payerBank: ({ ussd: details }) => details?.bankName,
  receiptText: ({ channelDetails: { ussd: details } }) => `${channelDefinitions.ussd.name}, ${details?.bankName}`,
  detail({ channel, channelDetails: { ussd: details } }) {
    if (channel !== 'ussd' || !details) return {}
    const { code: offlineCode, bankName: name } = details
    return name ? { offlineCode, bank: { name, last4: null } } : { offlineCode }
  },
  state: (payment: PaymentRecord) => ({ ussd: stateOf(payment) }),
  hasChallenges: false,
  payer,
  device: {
    title: 'Answer on the phone',
    row: ({ channelDetails: { ussd: details } }) => ['Dialled', details?.code ?? null],
    action: 'confirm',
  },
  demo(random) {
    const { name, dial } = random.pick(banks)
    const code = `*${dial}*000*${random.digits(8)}#`
    return {
      details: { ussd: { code, bankName: name, expiresAt: null } },
      fields: { step: 'pay_offline' },
      event: { kind: 'code_shown', text: `The code ${code} of ${name} was shown` },
    }
  },
} satisfies ServerChannel
