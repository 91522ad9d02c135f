import type { Mode } from '@adire/contract/call.ts'
import type { ApiConfig } from '../../config.ts'

/**
 * URL of a page of the dashboard in an email about a business. Its reader may be a member of several, or have the other mode open: the
 * page `/open` selects the business first.
 */
export const toOpenUrl = (config: ApiConfig, { id, mode }: { id: string; mode: Mode }, path: string): string =>
  `${config.publicUrl}/open?${new URLSearchParams({ business: id, mode, to: path })}`
