import type { ApiConfig } from '../../config.ts'

/** Public URL of the picture of a payment link. */
export const linkPictureUrl = ({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, fileId: string | null) =>
  fileId && `${publicUrl}/pictures/${fileId}.webp`
