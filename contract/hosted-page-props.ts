import type { Language } from './languages.ts'

/** URLs of the files that a page loads. */
export interface PageAssets {
  js: string[]
  css: string[]
  /** The font with the Latin letters, which every page needs first. */
  font?: string
  /** Scripts with the texts of a language besides English, for pages whose script has texts. */
  texts?: Partial<Record<Language, string>>
}

/** The error shown to the payer; `fields` are shown below their inputs. */
export interface FormError {
  message: string
  fields: Readonly<Record<string, string>>
  /** Whether the page was changed after the payer had opened it. The payer sees that instead of the message. */
  isOutdated?: boolean
}
