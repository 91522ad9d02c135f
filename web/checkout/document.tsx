import { brandStylesheetPath } from '@adire/contract/brand-color.ts'
import type { PageAssets } from '@adire/contract/hosted-page-props.ts'
import type { LanguageChoice } from '@adire/contract/languages.ts'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ServerTextsContext, serverTexts } from '../languages/server-texts.ts'
import { LanguageProvider } from '../languages/use-texts.tsx'
import { Mark } from '../ui/logo.tsx'

export const renderDocument = (tree: ReactNode) => `<!doctype html>${renderToStaticMarkup(tree)}`

/** Icon inlined into the page: saves a request, and the built file name need not be known here. */
const icon = renderToStaticMarkup(<Mark />).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')

type DocumentProps = {
  title: string
  about: string
  assets: PageAssets
  language: LanguageChoice
  /** Brand colour of the business; its stylesheet comes last, and sets the tokens of buttons and links. */
  brandColor?: string | null | undefined
  children: ReactNode
}

/** Texts of the language for everything below, in the document and in markup that is rendered apart from it. */
export function ServerLanguage({ language, children }: Pick<DocumentProps, 'language' | 'children'>) {
  const texts = serverTexts[language.current]
  return (
    <ServerTextsContext value={texts}>
      <LanguageProvider choice={language} texts={texts.checkout}>
        {children}
      </LanguageProvider>
    </ServerTextsContext>
  )
}

/** HTML document of a payer's page. */
export function CheckoutDocument({ title, about, assets, language, brandColor, children }: DocumentProps) {
  const { current } = language
  return (
    <html lang={current === 'en' ? 'en-NG' : current}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={about} />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0d1633" />
        <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(icon)}`} />
        {assets.css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {brandColor && <link rel="stylesheet" href={brandStylesheetPath(brandColor)} />}
        {assets.font && <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />}
      </head>
      <body>
        <ServerLanguage language={language}>{children}</ServerLanguage>
      </body>
    </html>
  )
}
