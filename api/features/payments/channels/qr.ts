import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByQr } from '@adire/contract/checkout.ts'
import type { PaymentCode } from '../../../connectors/connector.ts'
import type { PaymentRecord } from '../move.ts'
import type { InstructionFlow, ServerChannel } from './definition.ts'
import { acceptCode } from './payment-code.ts'
import { qrImage } from './qr-image.ts'

/** A code for the payer to scan with a bank app. */
const flow = {
  kind: 'instruction',
  unavailable: 'There is no QR code just now. Try again, or pay another way.',
  request: (connector, { reference, amountKobo }, { merchantName }) =>
    connector.openCode({ channel: 'qr', reference, amountKobo, merchantName }),
  accept: (payment, given: PaymentCode) => acceptCode(payment, given, { bank: null, text: 'A QR code was shown' }),
} satisfies InstructionFlow<unknown>

function stateOf({ channel, offlineCode: content, offlineExpiresAt }: PaymentRecord) {
  if (channel !== 'qr' || !content || !offlineExpiresAt) return null
  return { content, image: qrImage(content), expiresAt: offlineExpiresAt.toISOString() }
}

export const qr = {
  receiptText: () => channelDefinitions.qr.name,
  state: (payment: PaymentRecord) => ({ qr: stateOf(payment) }),
  hasChallenges: false,
  payer: { endpoint: payByQr, opensAtOnce: true, fromForm: () => ({}), flow },
  device: { title: "Answer in the bank's app", row: () => null, action: 'confirm' },
  demo: () => ({ fields: { step: 'pay_offline' }, event: { kind: 'code_shown', text: 'A QR code was shown' } }),
} satisfies ServerChannel
