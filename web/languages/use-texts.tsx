import type { LanguageChoice } from '@adire/contract/languages.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { checkout as english } from './english/checkout.ts'
import type { CheckoutTexts } from './texts.ts'

const TextsContext = createContext<CheckoutTexts>(english)
const ChoiceContext = createContext<LanguageChoice>({ current: 'en', offered: [], query: {} })

/** Texts of the checkout in the language of the page. English without a provider, as in the preview of a payment link. */
export const useTexts = () => useContext(TextsContext)
export const useLanguage = () => useContext(ChoiceContext)

type LanguageProviderProps = { choice: LanguageChoice; texts: CheckoutTexts; children: ReactNode }

export const LanguageProvider = ({ choice, texts, children }: LanguageProviderProps) => (
  <ChoiceContext value={choice}>
    <TextsContext value={texts}>{children}</TextsContext>
  </ChoiceContext>
)

type ErrorKey = keyof typeof english.errors
const errorKeys = Object.keys(english.errors) as ErrorKey[]

/** Error message in the language of the page: the contract and the server write English. An unknown one stays English. */
export function translateError({ errors }: Pick<CheckoutTexts, 'errors'>, message: string): string
export function translateError(texts: Pick<CheckoutTexts, 'errors'>, message: string | undefined): string | undefined
export function translateError({ errors }: Pick<CheckoutTexts, 'errors'>, message: string | undefined) {
  const key = errorKeys.find((name) => english.errors[name] === message)
  return key ? errors[key] : message
}
