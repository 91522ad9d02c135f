import type { Channel, HostedChannel } from './channels/channels.ts'
import type { CheckoutPage, CheckoutState, Thanks } from './checkout-schemas.ts'
import type { FormError, PageAssets } from './hosted-page-props.ts'
import type { LanguageChoice } from './languages.ts'
import type { PayerSubscription } from './subscriber-schemas.ts'

/** A bank that payers choose in the checkout. */
export interface PayerBank {
  /** Bank code of the Central Bank of Nigeria. */
  code: string
  name: string
  /** USSD short code, if the channel needs it. */
  dial?: string
}

/** Props of the server-rendered checkout page (`web/checkout`). */
export interface PageProps {
  page: CheckoutPage
  brand: { name: string; helpEmail: string }
  /** Banks that the payer chooses from, by channel. */
  banks: Partial<Record<HostedChannel, readonly PayerBank[]>>
  /** Set on the subscription page, where a payment changes the subscription's card. */
  subscription: PayerSubscription | null
  /** The payment named in the URL, if it belongs to this page. */
  payment: CheckoutState | null
  /** The channel named in the URL: how the payer chooses one without script. */
  way: Channel | null
  /** Groups the attempts of one payer at one purchase. */
  checkoutId: string
  /** Values of a rejected form; never card or account data. */
  typed: { email: string; amount: string; quantity: string; phone: string; fields: Readonly<Record<string, string>> }
  /** Success message and redirect URL, once paid. */
  thanks: Thanks | null
  /** Error of the rejected form. */
  error: FormError | null
  /** The only origin that may embed this page, if it is embedded. */
  embedder: string | null
  language: LanguageChoice
  /** Field for a code of a coupon, on the page of a plan for which there is one: its value and error. */
  code: { typed: string; error: string | null } | null
  /** Server time, so that countdowns do not depend on the clock of the payer's device. */
  renderedAt: string
}

/** A checkout page that takes no payments, permanently or for now, with its merchant. */
export interface ClosedPage
  extends Pick<CheckoutPage, 'name' | 'businessName' | 'logoUrl' | 'brandColor' | 'supportEmail' | 'mode'> {
  closing: 'unpublished' | 'archived' | 'expired' | 'full' | 'unsent' | 'unavailable' | 'stopped'
  /** The merchant's message for a closed page. */
  message: string | null
}

export interface ClosedProps {
  brand: PageProps['brand']
  language: LanguageChoice
  isResuming: boolean
  /** Undefined if there is nothing at this URL. */
  page: ClosedPage | undefined
  /** What the URL would lead to. */
  kind: 'page' | 'subscription'
}

/** Props of the page to subscribe with a bank account (direct debit). */
export interface AccountProps extends Pick<PageProps, 'page' | 'brand' | 'error' | 'language'> {
  banks: readonly { id: number; name: string }[]
  /** Values of a rejected form. */
  typed: { name: string; email: string; bankId: string; accountNumber: string }
}

/** Props of the payer's subscription page. */
export interface SubscriptionProps extends Pick<PageProps, 'page' | 'brand' | 'error' | 'language'> {
  subscription: PayerSubscription
  /** The action that the payer must confirm. */
  confirmation: 'cancel' | null
  /** Action that was just completed, for its message. */
  notice: 'cancelled' | null
}

export type ReceiptRow = readonly [label: string, value: string]

/** Receipt of a payment or a refund, on its page and in its PDF. */
export interface ReceiptSheet {
  of: 'payment' | 'refund'
  /** `registration`: RC number and TIN, null without both. */
  business: {
    name: string
    logoUrl: string | null
    brandColor: string | null
    email: string
    registration: string | null
  }
  isTest: boolean
  amountKobo: number
  reference: string
  /** Time of the payment or refund. */
  at: string
  rows: readonly ReceiptRow[]
  pdfUrl: string
}

/** Texts that differ between receipts of payments and of refunds. */
export const receiptTexts = {
  payment: { title: 'Receipt', question: 'Questions about what you bought?' },
  refund: { title: 'Refund receipt', question: 'Questions about this refund?' },
} as const

export interface ReceiptProps {
  brand: PageProps['brand']
  /** Null if there is none. */
  receipt: ReceiptSheet | null
}

/** The built `web/checkout/render.tsx`. */
export interface Renderer {
  renderCheckout(props: PageProps, assets: PageAssets): string
  renderAccount(props: AccountProps, assets: PageAssets): string
  renderSubscription(props: SubscriptionProps, assets: PageAssets): string
  renderReceipt(props: ReceiptProps, assets: PageAssets): string
  /** `page` is undefined if the slug never existed. */
  renderClosed(props: ClosedProps, assets: PageAssets): string
}
