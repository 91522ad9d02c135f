import type { Language } from '@adire/contract/languages.ts'
import { createContext, useContext } from 'react'
import { completeTexts } from './complete-texts.ts'
import { checkout as englishCheckout } from './english/checkout.ts'
import { mandate as englishMandate } from './english/mandate.ts'
import { pages as englishPages } from './english/pages.ts'
import { checkout as hausaCheckout } from './hausa/checkout.ts'
import { mandate as hausaMandate } from './hausa/mandate.ts'
import { pages as hausaPages } from './hausa/pages.ts'
import { checkout as igboCheckout } from './igbo/checkout.ts'
import { mandate as igboMandate } from './igbo/mandate.ts'
import { pages as igboPages } from './igbo/pages.ts'
import { checkout as pidginCheckout } from './pidgin/checkout.ts'
import { mandate as pidginMandate } from './pidgin/mandate.ts'
import { pages as pidginPages } from './pidgin/pages.ts'
import type { CheckoutTexts, MandateTexts, PageTexts } from './texts.ts'
import { checkout as yorubaCheckout } from './yoruba/checkout.ts'
import { mandate as yorubaMandate } from './yoruba/mandate.ts'
import { pages as yorubaPages } from './yoruba/pages.ts'

/** All texts of one language, for pages that the server renders. Browsers never load this file. */
export interface ServerTexts {
  checkout: CheckoutTexts
  pages: PageTexts
  mandate: MandateTexts
}

const english: ServerTexts = { checkout: englishCheckout, pages: englishPages, mandate: englishMandate }

export const serverTexts: Record<Language, ServerTexts> = {
  en: english,
  ha: { checkout: completeTexts(hausaCheckout), pages: hausaPages, mandate: hausaMandate },
  yo: { checkout: completeTexts(yorubaCheckout), pages: yorubaPages, mandate: yorubaMandate },
  ig: { checkout: completeTexts(igboCheckout), pages: igboPages, mandate: igboMandate },
  pcm: { checkout: completeTexts(pidginCheckout), pages: pidginPages, mandate: pidginMandate },
}

export const ServerTextsContext = createContext<ServerTexts>(english)
export const usePageTexts = () => useContext(ServerTextsContext).pages
export const useMandateTexts = () => useContext(ServerTextsContext).mandate
