import { newBusiness } from '../support/business.ts'
import type { PictureKind } from './kind.ts'
import { checkoutSteps, languageSteps, longCheckoutSteps } from './steps-checkout.ts'
import { invoiceSteps } from './steps-invoices.ts'
import { mandateSteps, subscriptionSteps } from './steps-recurring.ts'
import { longTexts } from './steps-texts.ts'

/** What payers go through with two new businesses, of which one has the longest texts and the largest amounts. */
export const payerSteps: PictureKind = {
  states: ['data'],
  async listScreens(url) {
    const sade = await newBusiness(url, 'Sade Textiles')
    // The clock of a business moves with what happens to it, and a mandate begins tomorrow.
    const ngozi = await newBusiness(url, 'Ngozi Foods')
    const large = await newBusiness(url, longTexts.business)
    return [
      ...(await checkoutSteps(sade)),
      ...(await longCheckoutSteps(large)),
      ...(await invoiceSteps(sade, large)),
      ...(await subscriptionSteps(sade, large)),
      ...(await mandateSteps(ngozi, large)),
      // Last, because a browser keeps the language.
      ...(await languageSteps(large)),
    ]
  },
}
