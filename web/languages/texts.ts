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

export type StepTexts = TextsLike<typeof steps>
export type ResultTexts = TextsLike<typeof results>
/** Texts of the checkout in the browser: one file per language, loaded only when it is chosen. */
export type CheckoutTexts = StepTexts & ResultTexts
export type PageTexts = TextsLike<typeof pages>
export type MandateTexts = TextsLike<typeof mandate>
