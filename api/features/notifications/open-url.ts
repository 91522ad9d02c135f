import type { Mode } from '@adire/contract/call.ts'
import type { ApiConfig } from '../../config.ts'

interface Business {
  id: string
  mode: Mode
}

/**
 * Path of a page of the dashboard in a message about a business. Its reader may be a member of several, or have the other mode open: the
 * page `/open` selects the business first.
 */
export const toOpenPath = ({ id, mode }: Business, path: string): string =>
  `/open?${new URLSearchParams({ business: id, mode, to: path })}`

/** The same as a URL, for emails. */
export const toOpenUrl = ({ publicUrl }: ApiConfig, business: Business, path: string): string =>
  `${publicUrl}${toOpenPath(business, path)}`
