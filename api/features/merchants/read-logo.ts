import type { Runtime } from '../../runtime.ts'

/** The merchant's logo, in WebP; undefined if there is none or it cannot be read. */
export async function readLogo({ files }: Pick<Runtime, 'files'>, fileId: string | null): Promise<Buffer | undefined> {
  return fileId ? await files.get(fileId).catch(() => undefined) : undefined
}
