import { limits } from '@adire/contract/limits.ts'
import type { Sharp } from 'sharp'
import sharp from 'sharp'

/** Maximum pixels of a picture that is decoded, as phones take. A small file can contain a picture that fills the memory. */
const maxPixels = 17_000_000
/** Maximum width and height of a stored picture, in pixels. */
const maxSide = 3_500
const maxSeconds = 15
/** A PNG with more pixels is converted to JPEG. */
const maxPngPixels = 4_000_000

export interface Picture {
  kind: 'png' | 'jpeg'
  content: Uint8Array
}

// One thread per picture and no cache, because no picture is processed twice.
sharp.concurrency(1)
sharp.cache(false)

const readPicture = (content: Uint8Array) =>
  sharp(content, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds: maxSeconds }).rotate()

const jpeg = (picture: Sharp) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()

/**
 * Re-encodes a picture, upright, to strip EXIF, location and any appended payload. A large PNG becomes a JPEG. Undefined if
 * it cannot be decoded as a picture, or does not fit into `limits.documentBytes`.
 */
export async function cleanPicture({ content, kind }: Picture): Promise<Picture | undefined> {
  const fitting = (side: number) => readPicture(content).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  try {
    const { width, height } = await sharp(content).metadata()
    // A large PNG is a photograph; as PNG it takes ten times the time and space.
    if (kind === 'png' && width * height <= maxPngPixels) {
      const png = await fitting(maxSide).png({ palette: false, compressionLevel: 6 }).toBuffer()
      if (png.length <= limits.documentBytes) return { kind, content: png }
    }
    const large = await jpeg(fitting(maxSide))
    if (large.length <= limits.documentBytes) return { kind: 'jpeg', content: large }
    const small = await jpeg(fitting(maxSide / 2))
    return small.length <= limits.documentBytes ? { kind: 'jpeg', content: small } : undefined
  } catch {
    return undefined
  }
}

/** Crops a picture to `width` by `height`, at double resolution for sharp screens, as WebP. Undefined if it cannot be decoded. */
export async function croppedPicture(given: {
  content: Uint8Array
  width: number
  height: number
}): Promise<Uint8Array | undefined> {
  return readPicture(given.content)
    .resize(given.width * 2, given.height * 2, { fit: 'cover' })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => undefined)
}

/** Converts a logo to PNG, because PDFs do not support WebP. Undefined if it cannot be decoded. */
export const toPng = (content: Uint8Array): Promise<Buffer | undefined> =>
  readPicture(content)
    .png()
    .toBuffer()
    .catch(() => undefined)
