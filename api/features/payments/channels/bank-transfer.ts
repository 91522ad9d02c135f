import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByTransfer } from '@adire/contract/checkout.ts'
import { limits } from '@adire/contract/limits.ts'
import * as z from 'zod/mini'
import type { TransferAccount } from '../../../connectors/instructions.ts'
import type { PaymentRecord } from '../move.ts'
import type { InstructionFlow, ServerChannel } from './definition.ts'

export const bankTransferDetails = z.strictObject({
  /** Account that the payer sends the money to. */
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.string(),
  expiresAt: z.iso.datetime(),
  /** Account that the money came from, once it arrived. */
  senderName: z.nullable(z.string()),
  senderBank: z.nullable(z.string()),
})

/** An account number for one payment. */
const flow = {
  kind: 'instruction',
  capability: 'transferAccounts',
  unavailable: 'The bank did not give an account number. Try again, or pay by card.',
  findValid: ({ channelDetails: { bank_transfer: stored } }, now) =>
    stored && new Date(stored.expiresAt) > now ? { ...stored, expiresAt: new Date(stored.expiresAt) } : undefined,
  request: (connector, { reference, amountKobo, customerEmail: email }, { merchantName, now }) =>
    connector.transferAccounts.open({
      ...{ reference, amountKobo, email, accountName: merchantName },
      expiresAt: new Date(now.getTime() + limits.transferWindowMs),
    }),
  accept: (payment, { bankName, accountNumber, accountName, expiresAt }: TransferAccount) => ({
    details: {
      bank_transfer: {
        bankName,
        accountNumber,
        accountName,
        expiresAt: expiresAt.toISOString(),
        ...noSender,
      },
    },
    expiresAt,
    isRepeated: payment.channelDetails.bank_transfer?.accountNumber === accountNumber,
    event: {
      kind: 'account_opened',
      text: `Account number ${accountNumber} at ${bankName} was opened for a transfer`,
    },
  }),
} satisfies InstructionFlow<unknown, 'transferAccounts'>

const noSender = { senderName: null, senderBank: null }

function stateOf({ channelDetails: { bank_transfer: details } }: PaymentRecord) {
  if (!details) return null
  const { bankName, accountNumber, accountName, expiresAt } = details
  return { bankName, accountNumber, accountName, expiresAt }
}

export const bankTransfer = {
  personal: ['senderName', 'senderBank'],
  staysOpen: true,
  addSender: ({ bank_transfer: details, ...others }, { name: senderName, bank: senderBank }) =>
    details ? { ...others, bank_transfer: { ...details, senderName, senderBank } } : others,
  payerBank: ({ bank_transfer: details }) => details?.senderBank,
  receiptText: () => channelDefinitions.bank_transfer.name,
  detail({ channelDetails: { bank_transfer: details } }) {
    if (!details) return {}
    const { bankName, accountNumber, senderName, senderBank } = details
    return { transfer: { bankName, accountNumber, senderName, senderBank } }
  },
  state: (payment: PaymentRecord) => ({ transfer: stateOf(payment) }),
  hasChallenges: false,
  payer: { endpoint: payByTransfer, opensAtOnce: true, fromForm: () => ({}), flow },
  device: {
    title: 'Send a transfer',
    row: ({ channelDetails: { bank_transfer: details } }) => ['To', `${details?.accountNumber}, ${details?.bankName}`],
    action: 'transfer',
  },
  demo: (random, _, { expiresAt }) => ({
    details: {
      bank_transfer: {
        bankName: 'Sandbox Bank',
        accountNumber: `90${random.digits(8)}`,
        accountName: 'Tola Atelier',
        expiresAt: expiresAt.toISOString(),
        ...noSender,
      },
    },
    fields: { step: 'pay_offline' },
    event: { kind: 'account_opened', text: 'Account number issued' },
  }),
} satisfies ServerChannel
