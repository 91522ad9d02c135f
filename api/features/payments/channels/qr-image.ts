import { encode as encodePng } from 'fast-png'
import { encode } from 'uqr'

/** Pixels of a module in each direction. Eight pixels of an image with two colours are one byte. */
const moduleSize = 8

/** A QR code as a PNG data URL, which a phone can save and the app of a bank can open; always black on white, independent of the page's theme. */
export function qrImage(content: string): string {
  const { data, size } = encode(content, { border: 4, ecc: 'M' })
  const rows = data.map((row) => row.map((isDark) => (isDark ? 0x00 : 0xff)))
  const pixels = rows.flatMap((row) => Array.from({ length: moduleSize }, () => row).flat())
  const side = size * moduleSize
  const png = encodePng(
    { width: side, height: side, depth: 1, channels: 1, data: Uint8Array.from(pixels) },
    { zlib: { level: 9 } },
  )
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}
