/** The addresses of the files a page loads. */
export interface PageAssets {
  js: string[]
  css: string[]
}

/** What went wrong, as the payer reads it; `fields` stand below their inputs. */
export interface FormError {
  message: string
  fields: Readonly<Record<string, string>>
}
