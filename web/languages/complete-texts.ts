import { checkout as english } from './english/checkout.ts'
import type { CheckoutTexts, CheckoutTranslation } from './texts.ts'

/** A translation with words for all channels: those that it lacks are English. */
export const completeTexts = (texts: CheckoutTranslation): CheckoutTexts => ({
  ...texts,
  methods: { ...english.methods, ...texts.methods },
  retry: { ...english.retry, ...texts.retry },
})
