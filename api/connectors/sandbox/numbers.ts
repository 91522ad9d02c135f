import type { Channel } from '@adire/contract/channels/channels.ts'
import { offlineWindowMs } from '@adire/contract/checkout.ts'
import { nubanCheckDigit } from '@adire/contract/nuban.ts'
import type { CodeRequest, PaymentCode } from '../instructions.ts'
import type { SandboxCharge } from './sandbox-charge.ts'

const bankCode = '999'
export const sandboxBankName = 'Adire Sandbox Bank'

const random = (below: number) => crypto.getRandomValues(new Uint32Array(1))[0]! % below

/** Ten-digit account number with a valid check digit for the sandbox's bank; random, so that numbers cannot be guessed. */
export function newAccountNumber(): string {
  const serial = `9${String(random(100_000_000)).padStart(8, '0')}`
  return serial + nubanCheckDigit(bankCode, serial)
}

/** Code of a payment: the existing one if it is still valid for this channel, otherwise a new one. */
export function openSandboxCode(charge: SandboxCharge, request: CodeRequest, now: Date): PaymentCode {
  const { channel, amountKobo, merchantName } = request
  charge.amountKobo = amountKobo
  if (charge.offlineChannel !== channel || !charge.offlineRef || now >= charge.offlineExpiresAt!)
    Object.assign(charge, {
      offlineChannel: channel,
      offlineRef: String(10_000_000 + random(90_000_000)),
      offlineExpiresAt: new Date(now.getTime() + offlineWindowMs),
    })
  const ref = charge.offlineRef!
  const code = codeFormats[channel]?.({ ref, amountKobo, merchantName, dial: request.dial ?? '' }) ?? ref
  return { code, expiresAt: charge.offlineExpiresAt! }
}

/** Formats of the codes; a code of any other channel is the plain number. */
const codeFormats: Partial<Record<Channel, (sale: Sale & { dial: string }) => string>> = {
  ussd: ({ ref, dial }) => `*${dial}*000*${ref}#`,
  qr: (sale) => qrContent(sale),
}

interface Sale {
  ref: string
  amountKobo: number
  merchantName: string
}

/** QR content for bank apps: tag, length, value, as in the EMVCo specification of merchant-presented codes that NQR uses. */
function qrContent({ ref, amountKobo, merchantName }: Sale): string {
  const content = [
    tlv('00', '01'),
    tlv('01', '12'),
    tlv('26', tlv('00', 'NG.COM.NIBSS-PLC.QR') + tlv('01', ref)),
    tlv('52', '0000'),
    tlv('53', '566'),
    tlv('54', (amountKobo / 100).toFixed(2)),
    tlv('58', 'NG'),
    tlv('59', normalizeName(merchantName) || 'MERCHANT'),
    tlv('60', 'LAGOS'),
    tlv('62', tlv('05', ref)),
    '6304',
  ].join('')
  return content + checksum(content)
}

const tlv = (tag: string, value: string) => tag + String(value.length).padStart(2, '0') + value

/** At most 25 printable ASCII characters, which every reader supports. */
const normalizeName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .trim()
    .slice(0, 25)

/** CRC-16 with polynomial 0x1021 and initial value 0xffff. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
