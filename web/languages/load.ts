import type { Language } from '@adire/contract/languages.ts'
import { completeTexts } from './complete-texts.ts'
import { checkout as english } from './english/checkout.ts'
import type { CheckoutTexts, CheckoutTranslation } from './texts.ts'

const packs: Record<Exclude<Language, 'en'>, () => Promise<{ checkout: CheckoutTranslation }>> = {
  ha: () => import('./hausa/checkout.ts'),
  yo: () => import('./yoruba/checkout.ts'),
  ig: () => import('./igbo/checkout.ts'),
  pcm: () => import('./pidgin/checkout.ts'),
}

/** Texts of the checkout in the browser. English if the file of the language can't be loaded, so that the payer can go on. */
export async function loadCheckoutTexts(language: Language): Promise<CheckoutTexts> {
  if (language === 'en') return english
  return packs[language]().then(
    ({ checkout }) => completeTexts(checkout),
    () => english,
  )
}
