import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { mark } from '../art/mark.ts'
import { Checkout, type CheckoutProps } from './checkout.tsx'
import { Closed } from './closed.tsx'
import { sandboxCards } from './sandbox-cards.ts'

/** The addresses of the files the page loads. */
export interface Assets {
  js: string[]
  css: string[]
}

/** The whole document, as text. No inline script or style: the page's policy allows none. */
export function renderCheckout(given: Omit<CheckoutProps, 'sandboxCards'>, assets: Assets): string {
  const { page, brand } = given
  const props = { ...given, sandboxCards: page.mode === 'TEST' ? sandboxCards : [] }
  const markup = renderToString(<Checkout {...props} />)
  return document(
    <Document title={`Pay ${page.businessName}: ${page.name} | ${brand.name}`} css={assets.css}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is React's own */}
      <div id="checkout" dangerouslySetInnerHTML={{ __html: markup }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: data, not executed, and unable to end its element */}
      <script type="application/json" id="checkout-props" dangerouslySetInnerHTML={{ __html: asData(props) }} />
      {assets.js.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </Document>,
  )
}

/** What stands where no payment can be made. It needs no script. */
export function renderClosed(brand: CheckoutProps['brand'], assets: Assets): string {
  return document(
    <Document title={`This payment page is closed | ${brand.name}`} css={assets.css}>
      <Closed brand={brand} />
    </Document>,
  )
}

const document = (tree: ReactNode) => `<!doctype html>${renderToStaticMarkup(tree)}`

/** JSON that cannot end the element it stands in. */
const asData = (props: CheckoutProps) => JSON.stringify(props).replaceAll('<', '\\u003c')

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2450d8"/>' +
  `<path fill="#f4efe4" d="${mark.chalk}"/><path fill="#9db5ff" d="${mark.mist}"/></svg>`

function Document({ title, css, children }: { title: string; css: string[]; children: ReactNode }) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
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
