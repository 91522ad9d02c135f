export type Kind = 'pdf' | 'png' | 'jpeg' | 'webp'
export const contentTypes: Record<Kind, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** Loaded when the first picture comes: it takes ten megabytes. */
const sharpOf = async (content: Uint8Array) =>
  (await import('sharp')).default(content, { limitInputPixels: mostPixels, failOn: 'error' }).rotate()

/** Pictures beyond this are refused before they are unpacked: a small file can hold a picture that fills the memory. */
const mostPixels = 40_000_000

/** What a file is by its first bytes; its name and what its sender says of it prove nothing. */
export function kindOf(content: Uint8Array): Kind | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (starts('255044462d')) return 'pdf'
  if (starts('89504e470d0a1a0a')) return 'png'
  if (starts('ffd8ff')) return 'jpeg'
  if (starts('52494646') && starts('57454250', 8)) return 'webp'
  return undefined
}

/**
 * The picture itself and nothing else that was in its file: read and written anew, upright, without EXIF, place or
 * whatever was appended to it. Undefined where it cannot be read as a picture.
 */
export async function cleanPicture(content: Uint8Array, kind: 'png' | 'jpeg'): Promise<Buffer | undefined> {
  return (await sharpOf(content))
    .toFormat(kind, { quality: 88 })
    .toBuffer()
    .catch(() => undefined)
}

/** A picture cut to fill `width` by `height`, twice as large for sharp screens, as WebP. Undefined where it is none. */
export async function croppedPicture(content: Uint8Array, width: number, height: number): Promise<Buffer | undefined> {
  return (await sharpOf(content))
    .resize(width * 2, height * 2, { fit: 'cover' })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => undefined)
}
