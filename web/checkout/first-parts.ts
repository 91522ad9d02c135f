import { checkoutChannels } from './channels/channels.ts'
import type { CheckoutProps } from './checkout.tsx'
import {
  BankStep,
  CardChanged,
  CardPageStep,
  ChallengeStep,
  ExpiredStep,
  FailedStep,
  PlanConsent,
  PlanTerms,
  QuantityField,
  SubscribedStep,
  WaitingStep,
} from './parts.ts'
import { dismissedAtFirst, selectMethod } from './use-checkout.ts'
import { type CheckoutView, selectView } from './view.ts'

interface Part {
  warm?: () => Promise<void>
}

/**
 * Loads the parts that the server has rendered in the first view. Call it before hydration: otherwise a smaller notice would replace such a
 * part at the first change on the page until its file has loaded, what is below would move, and a press of its button could be lost. A file
 * that can't be loaded now is requested again when it is shown.
 */
export async function loadFirstParts(props: CheckoutProps): Promise<void> {
  await Promise.all(listFirstParts(props).map((part) => part.warm?.().catch(() => {})))
}

function listFirstParts(props: CheckoutProps): Part[] {
  const { page, payment, subscription } = props
  const { plan, quantity, cardPage } = page
  const method = selectMethod(props)
  const ofCard = [...(plan ? [PlanConsent] : []), ...(cardPage ? [CardPageStep] : [])]
  const parts: Record<CheckoutView, Part[]> = {
    details: [...(plan ? [PlanTerms] : []), ...(quantity ? [QuantityField] : [])],
    pay: method === 'card' ? ofCard : [checkoutChannels[method].Step],
    challenge: [ChallengeStep],
    bank: [BankStep],
    waiting: [WaitingStep],
    paid: subscription ? [CardChanged] : plan ? [SubscribedStep] : [],
    failed: [FailedStep],
    expired: [ExpiredStep],
  }
  return parts[selectView(payment ?? undefined, dismissedAtFirst(props))]
}
