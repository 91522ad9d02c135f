import type { Config } from '../../config.ts'

/** Where a business's logo is served, to anybody. */
export const logoUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, fileId: string | null) =>
  fileId && `${publicUrl}/logos/${fileId}.webp`
