/** Languages of the payer's pages, by BCP 47 code. Each is named in its own words, as in the selection on the page. */
export const languageNames = { en: 'English', ha: 'Hausa', yo: 'Yorùbá', ig: 'Igbo', pcm: 'Naijá (Pidgin)' } as const
export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[]

/** Language of one page, and how the payer may change it. */
export interface LanguageChoice {
  current: Language
  /** Languages to choose from; a single one is not shown as a choice. */
  offered: readonly Language[]
  /** Query parameters of the page, which stay when the language is changed. */
  query: Readonly<Record<string, string>>
}
