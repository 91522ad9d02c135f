import type { MandatePage } from '@adire/contract/mandate-page.ts'
import type { FormError, PageAssets } from '../../http/hosted-props.ts'

/** What the server knows when it renders the customer's page of a mandate; `web/consent` shows it. */
export interface ConsentProps {
  page: MandatePage
  brand: { name: string; helpEmail: string }
  /** The customer is about to say no, and is asked once more. */
  isDeclining: boolean
  /** Why a form was refused, and whether the text was accepted in it. */
  error: FormError | null
  hasAccepted: boolean
  /** What the sandbox said to a transfer that was played. */
  note: string | null
}

/** What `web/consent/render.tsx` becomes when built. */
export interface ConsentRenderer {
  renderConsent(props: ConsentProps, assets: PageAssets): string
  /** Where no mandate stands, or none that was sent. */
  renderNothing(brand: ConsentProps['brand'], assets: PageAssets): string
}
