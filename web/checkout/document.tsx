import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Mark } from '../ui/logo.tsx'

export const renderDocument = (tree: ReactNode) => `<!doctype html>${renderToStaticMarkup(tree)}`

/** Icon inlined into the page: saves a request, and the built file name need not be known here. */
const icon = renderToStaticMarkup(<Mark />).replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')

type DocumentProps = { title: string; about: string; css: readonly string[]; children: ReactNode }

/** HTML document of a payer's page. */
export function CheckoutDocument({ title, about, css, children }: DocumentProps) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={about} />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#0d1633" />
        <link rel="icon" href={`data:image/svg+xml,${encodeURIComponent(icon)}`} />
        {css.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>{children}</body>
    </html>
  )
}
