import type { Renderer } from '@adire/contract/checkout-page-props.ts'
import type { CheckoutPage, InvoiceSheet } from '@adire/contract/checkout-schemas.ts'
import type { PageAssets } from '@adire/contract/hosted-page-props.ts'
import { renderToString } from 'react-dom/server'
import { AccountPage } from './account-page.tsx'
import { checkoutChannels } from './channels/channels.ts'
import { CheckoutPageView } from './checkout.tsx'
import { CheckoutClosed } from './closed.tsx'
import { CheckoutDocument, renderDocument } from './document.tsx'
import { InvoiceEnded, InvoiceFrame } from './invoice-frame.tsx'
import { checkoutParts } from './parts.ts'
import { failureReasons } from './reasons.ts'
import { ReceiptPage } from './receipt-page.tsx'
import { sandboxAccounts, sandboxCards } from './sandbox-instruments.ts'
import { SubscriptionPage } from './subscription-page.tsx'

await Promise.all([
  ...checkoutParts.map((part) => part.warm()),
  ...Object.values(checkoutChannels).map(({ Step }) => Step.warm?.()),
])

/** HTML document of the checkout. No inline script or style: the content security policy forbids them. */
export const renderCheckout: Renderer['renderCheckout'] = (given, assets) => {
  const { page, brand, payment } = given
  const sheet = page.invoice
  if (sheet && !payment && sheet.owedKobo === 0) return renderEnded(page, sheet, brand.name, assets)
  if (sheet?.status === 'cancelled' && !payment) return renderEnded(page, sheet, brand.name, assets)
  const isTest = page.mode === 'TEST'
  const instruments = { sandboxCards: isTest ? sandboxCards : [], sandboxAccounts: isTest ? sandboxAccounts : [] }
  const props = { ...given, ...instruments, reasons: failureReasons }
  const markup = renderToString(<CheckoutPageView {...props} />)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is React's own output
  const root = <div id="checkout" className="contents" dangerouslySetInnerHTML={{ __html: markup }} />
  return renderDocument(
    <CheckoutDocument
      title={`Pay ${page.businessName}: ${page.name} | ${brand.name}`}
      about={page.description ?? `Pay ${page.businessName} for ${page.name} online.`}
      css={assets.css}
    >
      {sheet ? (
        <InvoiceFrame page={page} sheet={sheet} brand={brand.name}>
          {root}
        </InvoiceFrame>
      ) : (
        root
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON data that is not executed and can't close its element */}
      <script type="application/json" id="checkout-props" dangerouslySetInnerHTML={{ __html: asData(props) }} />
      {assets.js.map((src) => (
        <script key={src} type="module" src={src} />
      ))}
    </CheckoutDocument>,
  )
}

/** Page of a paid or cancelled invoice. It needs no script. */
const renderEnded = (page: CheckoutPage, sheet: InvoiceSheet, brand: string, { css }: PageAssets) =>
  renderDocument(
    <CheckoutDocument
      title={`${page.name} from ${page.businessName} | ${brand}`}
      about={`${page.name}: ${sheet.status}.`}
      css={css}
    >
      <InvoiceFrame page={page} sheet={sheet} brand={brand}>
        <InvoiceEnded sheet={sheet} />
      </InvoiceFrame>
    </CheckoutDocument>,
  )

/** Form for the bank account to debit. It needs no script. */
export const renderAccount: Renderer['renderAccount'] = (props, { css }) =>
  renderDocument(
    <CheckoutDocument
      title={`Subscribe to ${props.page.name} | ${props.brand.name}`}
      about={`Pay ${props.page.businessName} for ${props.page.name} from a bank account.`}
      css={css}
    >
      <AccountPage {...props} />
    </CheckoutDocument>,
  )

/** Subscription page for the payer. It needs no script: changing the card uses a checkout page. */
export const renderSubscription: Renderer['renderSubscription'] = (props, { css }) =>
  renderDocument(
    <CheckoutDocument
      title={`${props.page.name} from ${props.page.businessName} | ${props.brand.name}`}
      about="Your subscription: see it, change the card, cancel it."
      css={css}
    >
      <SubscriptionPage {...props} />
    </CheckoutDocument>,
  )

/** Receipt of a payment. It needs no script. */
export const renderReceipt: Renderer['renderReceipt'] = (props, { css }) =>
  renderDocument(
    <CheckoutDocument
      title={`${props.receipt ? `Receipt from ${props.receipt.business.name}` : 'Receipt not found'} | ${props.brand.name}`}
      about="The receipt of a payment."
      css={css}
    >
      <ReceiptPage {...props} />
    </CheckoutDocument>,
  )

/** Page shown when no payment can be made. It needs no script. */
export const renderClosed: Renderer['renderClosed'] = (props, assets) =>
  renderDocument(
    <CheckoutDocument
      title={`This payment page is closed | ${props.brand.name}`}
      about="This page is not taking payments."
      css={assets.css}
    >
      <CheckoutClosed {...props} />
    </CheckoutDocument>,
  )

/** JSON that cannot close the script element around it. */
const asData = (props: object) => JSON.stringify(props).replaceAll('<', '\\u003c')
