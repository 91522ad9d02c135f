import type { ApiConfig } from '../../config.ts'

/** Public URL of a business's logo. */
export const logoUrl = ({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, fileId: string | null) =>
  fileId && `${publicUrl}/logos/${fileId}.webp`
