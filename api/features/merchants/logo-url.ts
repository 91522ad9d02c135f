import type { ApiConfig } from '../../config.ts'

/** Where a business's logo is served, to anybody. */
export const logoUrl = ({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, fileId: string | null) =>
  fileId && `${publicUrl}/logos/${fileId}.webp`
