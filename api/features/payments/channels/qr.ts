import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { payByQr } from '@adire/contract/checkout.ts'
import * as z from 'zod/mini'
import type { PaymentCode } from '../../../connectors/instructions.ts'
import type { PaymentRecord } from '../move.ts'
import type { InstructionFlow, ServerChannel } from './definition.ts'
import { acceptCode } from './payment-code.ts'
import { qrImage } from './qr-image.ts'

export const qrDetails = z.strictObject({
  /** Content of the QR code. */
  code: z.string(),
  expiresAt: z.nullable(z.iso.datetime()),
})

/** A code for the payer to scan with a bank app. */
const flow = {
  kind: 'instruction',
  capability: 'qr',
  unavailable: 'There is no QR code right now. Try again, or pay another way.',
  request: (connector, { reference, amountKobo, customerEmail: email }, { merchantName }) =>
    connector.qr.open({ channel: 'qr', reference, amountKobo, email, merchantName }),
  accept: (payment, response: PaymentCode) =>
    acceptCode(payment, response, {
      details: { qr: { code: response.code, expiresAt: response.expiresAt.toISOString() } },
      isRepeated: payment.channelDetails.qr?.code === response.code,
      text: 'A QR code was shown',
    }),
} satisfies InstructionFlow<unknown, 'qr'>

function stateOf({ channel, channelDetails: { qr: details } }: PaymentRecord) {
  if (channel !== 'qr' || !details?.expiresAt) return null
  const { code: content, expiresAt } = details
  return { content, image: qrImage(content), expiresAt }
}

export const qr = {
  personal: [],
  receiptText: () => channelDefinitions.qr.name,
  detail: ({ channelDetails: { qr: details } }) => (details ? { offlineCode: details.code } : {}),
  state: (payment: PaymentRecord) => ({ qr: stateOf(payment) }),
  hasChallenges: false,
  payer: { endpoint: payByQr, opensAtOnce: true, fromForm: () => ({}), flow },
  device: { title: "Answer in the bank's app", row: () => null, action: 'confirm' },
  demo: () => ({
    details: {},
    fields: { step: 'pay_offline' },
    event: { kind: 'code_shown', text: 'A QR code was shown' },
  }),
} satisfies ServerChannel
