import type { PageProps, Renderer } from '@adire/contract/checkout-page-props.ts'
import type { PageAssets } from '@adire/contract/hosted-page-props.ts'
import type { InvoiceSheet } from '@adire/contract/invoice-sheet-schemas.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { serverTexts } from '../languages/server-texts.ts'
import { AccountPage } from './account-page.tsx'
import { ChannelNotice } from './channel-notice.tsx'
import { checkoutChannels } from './channels/channels.ts'
import { CheckoutPageView } from './checkout.tsx'
import { CheckoutClosed, missingTexts } from './closed.tsx'
import { CouponBar } from './coupon-bar.tsx'
import { CheckoutDocument, renderDocument, ServerLanguage } from './document.tsx'
import { InvoiceEnded, InvoiceFrame } from './invoice-frame.tsx'
import { PictureFrame } from './link-picture.tsx'
import { checkoutParts } from './parts.ts'
import { ReceiptPage } from './receipt-page.tsx'
import { sandboxAccounts, sandboxCards } from './sandbox-instruments.ts'
import { SubscriptionPage } from './subscription-page.tsx'
import { isUnsent } from './view.ts'

await Promise.all([
  ...checkoutParts.map((part) => part.warm()),
  ...Object.values(checkoutChannels).map(({ Step }) => Step.warm?.()),
])

/** HTML document of the checkout. No inline script or style: the content security policy forbids them. */
export const renderCheckout: Renderer['renderCheckout'] = (given, assets) => {
  const { page, brand, payment, language } = given
  const { pages } = serverTexts[language.current]
  const sheet = page.invoice
  const isOver = sheet !== null && (sheet.owedKobo === 0 || sheet.status === 'cancelled')
  if (isOver && (!payment || isUnsent(payment))) return renderEnded(given, sheet, assets)
  const isTest = page.mode === 'TEST'
  const instruments = { sandboxCards: isTest ? sandboxCards : [], sandboxAccounts: isTest ? sandboxAccounts : [] }
  const props = { ...given, ...instruments, reasons: pages.reasons }
  const markup = renderToString(
    <ServerLanguage language={language}>
      <CheckoutPageView {...props} />
    </ServerLanguage>,
  )
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is React's own output
  const root = <div id="checkout" className="contents" dangerouslySetInnerHTML={{ __html: markup }} />
  return renderDocument(
    <CheckoutDocument
      title={`${pages.payTitle(page.businessName, page.name)} | ${brand.name}`}
      about={page.description ?? pages.payTitle(page.businessName, page.name)}
      assets={assets}
      language={language}
      brandColor={page.brandColor}
    >
      <ChannelNotice page={page} payment={payment} />
      {sheet ? (
        <InvoiceFrame page={page} sheet={sheet} brand={brand.name}>
          {root}
        </InvoiceFrame>
      ) : (
        <LinkFrame {...given}>{root}</LinkFrame>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON data that is not executed and can't close its element */}
      <script type="application/json" id="checkout-props" dangerouslySetInnerHTML={{ __html: asData(props) }} />
      {assets.texts?.[language.current] && <link rel="modulepreload" href={assets.texts[language.current]} />}
      {assets.js.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </CheckoutDocument>,
  )
}

/** Page of a link, with its picture and the field for a code. */
function LinkFrame({
  page,
  code,
  typed,
  children,
}: Pick<PageProps, 'page' | 'code' | 'typed'> & { children: ReactNode }) {
  const content = (
    <>
      {code && <CouponBar page={page} code={code} email={typed.email} />}
      {children}
    </>
  )
  if (page.picture) return <PictureFrame picture={page.picture}>{content}</PictureFrame>
  return code ? <div className="framed">{content}</div> : children
}

/** Page of a paid or cancelled invoice. It needs no script. */
const renderEnded = ({ page, brand, language }: PageProps, sheet: InvoiceSheet, assets: PageAssets) =>
  renderDocument(
    <CheckoutDocument
      title={`${serverTexts[language.current].pages.fromTitle(page.name, page.businessName)} | ${brand.name}`}
      about={serverTexts[language.current].pages.fromTitle(page.name, page.businessName)}
      assets={assets}
      language={language}
      brandColor={page.brandColor}
    >
      <InvoiceFrame page={page} sheet={sheet} brand={brand.name}>
        <InvoiceEnded sheet={sheet} />
      </InvoiceFrame>
    </CheckoutDocument>,
  )

/** Form for the bank account to debit. It needs no script. */
export const renderAccount: Renderer['renderAccount'] = (props, assets) =>
  renderDocument(
    <CheckoutDocument
      title={`${serverTexts[props.language.current].checkout.subscribeTo(props.page.name)} | ${props.brand.name}`}
      about={serverTexts[props.language.current].pages.payFromAccount(props.page.name)}
      assets={assets}
      language={props.language}
      brandColor={props.page.brandColor}
    >
      <AccountPage {...props} />
    </CheckoutDocument>,
  )

/** Subscription page for the payer. It needs no script: changing the card uses a checkout page. */
export const renderSubscription: Renderer['renderSubscription'] = (props, assets) =>
  renderDocument(
    <CheckoutDocument
      title={`${serverTexts[props.language.current].pages.fromTitle(props.page.name, props.page.businessName)} | ${props.brand.name}`}
      about={serverTexts[props.language.current].pages.fromTitle(props.page.name, props.page.businessName)}
      assets={assets}
      language={props.language}
      brandColor={props.page.brandColor}
    >
      <SubscriptionPage {...props} />
    </CheckoutDocument>,
  )

/** Receipt of a payment. It needs no script, and is in English as its PDF and the email are. */
export const renderReceipt: Renderer['renderReceipt'] = (props, assets) =>
  renderDocument(
    <CheckoutDocument
      title={`${props.receipt ? `Receipt from ${props.receipt.business.name}` : 'Receipt not found'} | ${props.brand.name}`}
      about="The receipt of a payment."
      assets={assets}
      language={{ current: 'en', offered: ['en'], query: {} }}
      brandColor={props.receipt?.business.brandColor}
    >
      <ReceiptPage {...props} />
    </CheckoutDocument>,
  )

/** Page shown when no payment can be made. It needs no script. */
export const renderClosed: Renderer['renderClosed'] = (props, assets) => {
  const { title } = serverTexts[props.language.current].pages.closed[missingTexts[props.kind]]
  return renderDocument(
    <CheckoutDocument
      title={`${title} | ${props.brand.name}`}
      about={title}
      assets={assets}
      language={props.language}
      brandColor={props.page?.brandColor}
    >
      <CheckoutClosed {...props} />
    </CheckoutDocument>,
  )
}

/** JSON that cannot close the script element around it. */
const asData = (props: object) => JSON.stringify(props).replaceAll('<', '\\u003c')
