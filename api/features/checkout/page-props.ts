import type { CheckoutPage, CheckoutState, Thanks } from '@adire/contract/checkout.ts'
import type { Channel } from '@adire/contract/payments.ts'
import type { PayerSubscription } from '@adire/contract/subscriber.ts'
import type { FormError, PageAssets } from '../../http/hosted-props.ts'

/** A bank whose customers can pay here without a card. */
export interface PayerBank {
  /** As the Central Bank counts banks. */
  code: string
  name: string
}

/** What the server knows when it renders the payer's page; `web/checkout` shows it. */
export interface PageProps {
  page: CheckoutPage
  brand: { name: string; helpEmail: string }
  /** The banks that can be dialled, and those whose accounts can be debited. */
  banks: { ussd: readonly (PayerBank & { dial: string })[]; debit: readonly PayerBank[] }
  /** On the page of a subscription, whose card is changed by what is paid. */
  subscription: PayerSubscription | null
  /** The payment the address names, if it is one of this page. */
  payment: CheckoutState | null
  /** The channel the address names: how the payer chooses without script. */
  way: Channel | null
  /** Ties the tries of one payer at one purchase together. */
  checkoutId: string
  /** What was typed into a form that was refused; never anything of a card or an account. */
  typed: { email: string; amount: string; phone: string; fields: Readonly<Record<string, string>> }
  /** For who has paid, what the business has for her. */
  thanks: Thanks | null
  /** Why the form was refused. */
  error: FormError | null
  /** The origin of the page that shows this one in a dialog, and that alone may. */
  embedder: string | null
  /** The server's time, so that a wrong clock of the payer's does not spoil a countdown. */
  renderedAt: string
}

/** A page that takes no payments any more, or for now, and whose it is. */
export interface ClosedPage extends Pick<CheckoutPage, 'name' | 'businessName' | 'logoUrl' | 'supportEmail'> {
  closing: 'unpublished' | 'archived' | 'expired' | 'full' | 'unsent'
  /** What the business has to say about it. */
  message: string | null
}

export interface ClosedProps {
  brand: PageProps['brand']
  isResuming: boolean
  page: ClosedPage | undefined
}

/** Where a bank account is given to be debited for a subscription. */
export interface AccountProps extends Pick<PageProps, 'page' | 'brand' | 'error'> {
  banks: readonly { id: number; name: string }[]
  /** What was typed into the form that was refused. */
  typed: { name: string; email: string; bankId: string; accountNumber: string }
}

/** The page of a subscription, for its payer. */
export interface SubscriptionProps extends Pick<PageProps, 'page' | 'brand' | 'error'> {
  subscription: PayerSubscription
  /** What the payer is about to do. */
  confirmation: 'cancel' | null
  /** What has been done just now. */
  notice: string | null
}

/** What `web/checkout/render.tsx` becomes when built. */
export interface Renderer {
  renderCheckout(props: PageProps, assets: PageAssets): string
  renderAccount(props: AccountProps, assets: PageAssets): string
  renderSubscription(props: SubscriptionProps, assets: PageAssets): string
  /** Without a page where nothing ever stood. */
  renderClosed(props: ClosedProps, assets: PageAssets): string
}
