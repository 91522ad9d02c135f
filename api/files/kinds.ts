export type FileKind = 'pdf' | 'png' | 'jpeg' | 'webp'
export const contentTypes: Record<FileKind, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

/** File type by the first bytes; the file name and the declared content type are not trusted. */
export function detectFileKind(content: Uint8Array): FileKind | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const starts = (hex: string, at = 0) => bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'))
  if (starts('255044462d')) return 'pdf'
  if (starts('89504e470d0a1a0a')) return 'png'
  if (starts('ffd8ff')) return 'jpeg'
  if (starts('52494646') && starts('57454250', 8)) return 'webp'
  return undefined
}
