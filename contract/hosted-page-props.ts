/** URLs of the files that a page loads. */
export interface PageAssets {
  js: string[]
  css: string[]
}

/** The error shown to the payer; `fields` are shown below their inputs. */
export interface FormError {
  message: string
  fields: Readonly<Record<string, string>>
}
