import type { ApiConfig } from '../../config.ts'
import { logoUrl } from '../merchants/logo-url.ts'
import type { merchants } from '../merchants/tables.ts'
import type { PageContent } from './link.ts'

type Payee = Pick<PageContent, 'businessName' | 'logoUrl' | 'brandColor' | 'supportEmail' | 'mode'>

/** What a checkout page says of the business that is paid. */
export const toPayee = (config: ApiConfig, business: typeof merchants.$inferSelect): Payee => ({
  businessName: business.businessName,
  logoUrl: logoUrl(config, business.logoFileId),
  brandColor: business.brandColor,
  supportEmail: business.supportEmail,
  mode: business.mode,
})
