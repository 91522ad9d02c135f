import { limits } from '@adire/contract/limits.ts'
import type { Sharp } from 'sharp'
import sharp from 'sharp'

/** A picture of this many pixels or fewer is decoded: what phones take. A small file can hold a picture that fills the memory. */
const mostPixels = 17_000_000
/** What is kept is no larger than this on either side. */
const mostSide = 3_500
const mostSeconds = 15
/** A PNG of more pixels becomes a JPEG. */
const mostPngPixels = 4_000_000

export interface Picture {
  kind: 'png' | 'jpeg'
  content: Uint8Array
}

// One thread for each picture, and nothing kept: another one is never the same.
sharp.concurrency(1)
sharp.cache(false)

const read = (content: Uint8Array) =>
  sharp(content, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: mostSeconds }).rotate()

const jpeg = (picture: Sharp) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer()

/**
 * The picture itself and nothing else that was in its file: read and written anew, upright, without EXIF, place or
 * whatever was appended to it. A large PNG becomes a JPEG. Undefined where it cannot
 * be read as a picture.
 */
export async function cleanPicture({ content, kind }: Picture): Promise<Picture | undefined> {
  const fitting = (side: number) => read(content).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  try {
    const { width, height } = await sharp(content).metadata()
    // A large PNG is a photograph, for which PNG takes ten times as long and as much.
    if (kind === 'png' && width * height <= mostPngPixels) {
      const png = await fitting(mostSide).png({ palette: false, compressionLevel: 6 }).toBuffer()
      if (png.length <= limits.documentBytes) return { kind, content: png }
    }
    const large = await jpeg(fitting(mostSide))
    if (large.length <= limits.documentBytes) return { kind: 'jpeg', content: large }
    const small = await jpeg(fitting(mostSide / 2))
    return small.length <= limits.documentBytes ? { kind: 'jpeg', content: small } : undefined
  } catch {
    return undefined
  }
}

/** A picture cut to fill `width` by `height`, twice as large for sharp screens, as WebP. Undefined where it is none. */
export async function croppedPicture(given: {
  content: Uint8Array
  width: number
  height: number
}): Promise<Uint8Array | undefined> {
  return read(given.content)
    .resize(given.width * 2, given.height * 2, { fit: 'cover' })
    .webp({ quality: 88 })
    .toBuffer()
    .catch(() => undefined)
}

/** A logo as PDFs take it: they know no WebP. Undefined where it cannot be read. */
export const toPng = (content: Uint8Array): Promise<Buffer | undefined> =>
  read(content)
    .png()
    .toBuffer()
    .catch(() => undefined)
