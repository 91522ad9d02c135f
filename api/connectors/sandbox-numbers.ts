import { offlineWindowMs } from '@adire/contract/checkout.ts'
import { nubanCheckDigit } from '@adire/contract/nuban.ts'
import type { SandboxCharge } from './sandbox.ts'

const bankCode = '999'
export const sandboxBankName = 'Adire Sandbox Bank'

const random = (below: number) => crypto.getRandomValues(new Uint32Array(1))[0]! % below

/** Ten digits whose last is right for the sandbox's bank, random so that numbers are not guessed. */
export function newAccountNumber(): string {
  const serial = `9${String(random(100_000_000)).padStart(8, '0')}`
  return serial + nubanCheckDigit(bankCode, serial)
}

/** What a code of the payment is known by: the one that is still good for this channel, or a new one. */
export function offlineCode(
  charge: SandboxCharge,
  { by, amountKobo }: { by: 'ussd' | 'qr'; amountKobo: number },
  now: Date,
) {
  charge.amountKobo = amountKobo
  if (charge.offlineBy !== by || !charge.offlineRef || now >= charge.offlineExpiresAt!)
    Object.assign(charge, {
      offlineBy: by,
      offlineRef: String(10_000_000 + random(90_000_000)),
      offlineExpiresAt: new Date(now.getTime() + offlineWindowMs),
    })
  return { ref: charge.offlineRef!, expiresAt: charge.offlineExpiresAt! }
}

interface Sale {
  ref: string
  amountKobo: number
  merchantName: string
}

/** What a picture for bank apps holds: tag, length, value, as EMVCo writes merchant-presented codes and NQR took over. */
export function qrContent({ ref, amountKobo, merchantName }: Sale): string {
  const content = [
    tlv('00', '01'),
    tlv('01', '12'),
    tlv('26', tlv('00', 'NG.COM.NIBSS-PLC.QR') + tlv('01', ref)),
    tlv('52', '0000'),
    tlv('53', '566'),
    tlv('54', (amountKobo / 100).toFixed(2)),
    tlv('58', 'NG'),
    tlv('59', plain(merchantName) || 'MERCHANT'),
    tlv('60', 'LAGOS'),
    tlv('62', tlv('05', ref)),
    '6304',
  ].join('')
  return content + checksum(content)
}

const tlv = (tag: string, value: string) => tag + String(value.length).padStart(2, '0') + value

/** At most 25 letters that every reader knows. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^ -~]/g, '')
    .trim()
    .slice(0, 25)

/** CRC-16 with the polynomial 0x1021, begun with ones. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
