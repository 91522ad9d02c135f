import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByTransfer } from '@adire/contract/checkout.ts'
import type { TransferAccount } from '../../../connectors/connector.ts'
import type { PaymentRecord } from '../move.ts'
import type { InstructionFlow, ServerChannel } from './definition.ts'

/** An account number for one payment. */
const flow = {
  kind: 'instruction',
  unavailable: 'The bank did not give an account number. Try again, or pay by card.',
  request: (connector, { reference, amountKobo }, { merchantName }) =>
    connector.openTransferAccount({ reference, amountKobo, accountName: merchantName }),
  accept: (payment, { bankName, accountNumber, accountName, expiresAt }: TransferAccount) => ({
    fields: {
      transferBank: bankName,
      transferAccountNumber: accountNumber,
      transferAccountName: accountName,
      transferExpiresAt: expiresAt,
    },
    expiresAt,
    isKnown: payment.transferAccountNumber === accountNumber,
    event: {
      kind: 'account_opened',
      text: `Account number ${accountNumber} at ${bankName} was opened for a transfer`,
    },
  }),
} satisfies InstructionFlow<unknown>

function stateOf(payment: PaymentRecord) {
  const { transferBank, transferAccountNumber, transferAccountName, transferExpiresAt } = payment
  if (!transferBank || !transferAccountNumber || !transferAccountName || !transferExpiresAt) return null
  return {
    bankName: transferBank,
    accountNumber: transferAccountNumber,
    accountName: transferAccountName,
    expiresAt: transferExpiresAt.toISOString(),
  }
}

export const bankTransfer = {
  receiptText: () => channelDefinitions.bank_transfer.name,
  detail({ transferBank: bankName, transferAccountNumber: accountNumber, senderName, senderBank }) {
    return bankName && accountNumber ? { transfer: { bankName, accountNumber, senderName, senderBank } } : {}
  },
  state: (payment: PaymentRecord) => ({ transfer: stateOf(payment) }),
  hasChallenges: false,
  payer: { endpoint: payByTransfer, opensAtOnce: true, fromForm: () => ({}), flow },
  device: {
    title: 'Send a transfer',
    row: ({ transferAccountNumber, transferBank }) => ['To', `${transferAccountNumber}, ${transferBank}`],
    action: 'transfer',
  },
  demo: (random, _, { expiresAt }) => ({
    fields: {
      step: 'pay_offline',
      transferBank: 'Sandbox Bank',
      transferAccountNumber: `90${random.digits(8)}`,
      transferAccountName: 'Tola Atelier',
      transferExpiresAt: expiresAt,
    },
    event: { kind: 'account_opened', text: 'The payer was given an account number' },
  }),
} satisfies ServerChannel
