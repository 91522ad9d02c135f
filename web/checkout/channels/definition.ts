import type { ApiConnection } from '@adire/contract/call.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { ComponentType } from 'react'
import type { CheckoutTexts } from '../../languages/texts.ts'
import type { CheckoutController } from '../use-checkout.ts'

/** A payment channel in the checkout. Its words are in the contract. */
export interface CheckoutChannel {
  /** Form or instruction of the channel. A lazy one has `warm`, which loads it on the server. */
  Step: ComponentType<{ checkout: CheckoutController }> & { warm?: () => Promise<void> }
  /** A channel without input, which opens as soon as the payer chooses it. */
  instant?: {
    open(api: ApiConnection, accessCode: string): Promise<CheckoutState>
    isOpen(payment: CheckoutState): boolean
  }
  /** Card or account of the attempt: "Verve ending 7804". */
  describeInstrument?(payment: CheckoutState, texts: CheckoutTexts): string | null
  /** Payment method on the receipt. Default: the name of the channel. */
  describeReceipt?(payment: CheckoutState, texts: CheckoutTexts): string | null
  /** Key of the advice after a failed attempt, beside the reason. */
  failureAdvice?: 'cardAdvice'
}
