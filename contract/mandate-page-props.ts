import type { FormError, PageAssets } from './hosted-page-props.ts'
import type { LanguageChoice } from './languages.ts'
import type { MandatePage } from './mandate-page-schemas.ts'

/** Props of the server-rendered mandate page (`web/consent`). */
export interface ConsentProps {
  page: MandatePage
  brand: { name: string; helpEmail: string }
  language: LanguageChoice
  /** What the customer must confirm: declining the request, cancelling what they agreed to, or skipping a debit. */
  confirming: 'decline' | 'cancel' | 'skip' | null
  /** The debit to skip. */
  skipping: MandatePage['coming'][number] | null
  /** Error of a rejected form, and whether the text was accepted in it. */
  error: FormError | null
  hasAccepted: boolean
  /** Phone number and address of a rejected form. */
  given: { phone?: string | undefined; address?: string | undefined }
  /** The sandbox's message about a simulated transfer. */
  note: string | null
}

/** The built `web/consent/render.tsx`. */
export interface ConsentRenderer {
  renderConsent(props: ConsentProps, assets: PageAssets): string
  /** Page for an access code without a mandate, or with an unsent draft. */
  renderNothing(props: Pick<ConsentProps, 'brand' | 'language'>, assets: PageAssets): string
}
