import { PlanConsent } from '../../parts.ts'
import type { CheckoutController } from '../../use-checkout.ts'

/** What the payer agrees to by paying with a card: a subscription, or that the business saves the card. */
export const CardConsent = ({ checkout }: { checkout: CheckoutController }) => (
  <>
    {checkout.page.plan && <PlanConsent checkout={checkout} />}
    {checkout.page.saveCardConsent && (
      <p lang="en" className="text-sm text-ink-2">
        {checkout.page.saveCardConsent}
      </p>
    )}
  </>
)
