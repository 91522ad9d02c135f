import type { mandate } from './english/mandate.ts'
import type { pages } from './english/pages.ts'
import type { results } from './english/results.ts'
import type { steps } from './english/steps.ts'

/** Texts of a language: the keys and parameters of the English ones, so that a missing text is a type error. */
type TextsLike<English> = English extends string
  ? string
  : English extends (...parameters: infer Parameters) => string
    ? (...parameters: Parameters) => string
    : { readonly [Key in keyof English]: TextsLike<English[Key]> }

type AllSteps = TextsLike<typeof steps>
type ChannelWords = 'methods' | 'retry'
/** A language may lack words of a channel: they are English then. */
export type StepTexts = Omit<AllSteps, ChannelWords> & { readonly [Key in ChannelWords]: Partial<AllSteps[Key]> }
export type ResultTexts = TextsLike<typeof results>
/** Texts of the checkout in the browser: one file per language, loaded only when it is chosen. */
export type CheckoutTranslation = StepTexts & ResultTexts
/** A translation, completed with English words of channels. */
export type CheckoutTexts = AllSteps & ResultTexts
export type PageTexts = TextsLike<typeof pages>
export type MandateTexts = TextsLike<typeof mandate>
