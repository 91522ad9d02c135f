import type { CheckoutPage } from '@adire/contract/checkout.ts'

/** What the server knows when it renders the payer's page; `web/checkout` shows it. */
export interface PageProps {
  page: CheckoutPage
  brand: { name: string; helpEmail: string }
  /** The address names a payment: the page waits for it instead of asking for an e-mail address first. */
  isResuming: boolean
  /** The server's time, so that a wrong clock of the payer's does not spoil a countdown. */
  renderedAt: string
}

/** The addresses of the files the page loads. */
export interface Assets {
  js: string[]
  css: string[]
}

/** What `web/checkout/render.tsx` becomes when built. */
export interface Renderer {
  renderCheckout(props: PageProps, assets: Assets): string
  renderClosed(brand: PageProps['brand'], isResuming: boolean, assets: Assets): string
}
