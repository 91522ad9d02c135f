import { brandStylesheetPath } from '@adire/contract/brand-color.ts'
import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import sheet from './checkout.css?url'
import { CheckoutPageView, type CheckoutProps } from './checkout.tsx'
import { PictureFrame } from './link-picture.tsx'

type CheckoutPreviewProps = { frame: HTMLIFrameElement; page: CheckoutPage; brand: CheckoutProps['brand'] }

/** Preview of the payer's page in a frame, with the same stylesheet; it is not interactive. */
export function CheckoutPreview({ frame, page, brand }: CheckoutPreviewProps) {
  const [body, setBody] = useState<HTMLElement>()
  useEffect(() => {
    const inner = frame.contentDocument
    if (!inner) return
    inner.documentElement.lang = 'en-NG'
    inner.title = frame.title
    const link = inner.createElement('link')
    link.rel = 'stylesheet'
    link.href = sheet
    // Without its stylesheet the page would be shown unstyled.
    link.onload = () => setBody(inner.body)
    inner.head.append(link)
  }, [frame])
  const props: CheckoutProps = {
    page,
    subscription: null,
    brand,
    payment: null,
    way: null,
    checkoutId: 'preview',
    typed: { email: '', amount: '', quantity: '', phone: '', fields: {} },
    thanks: null,
    error: null,
    embedder: null,
    language: { current: 'en', offered: [], query: {} },
    renderedAt: '',
    code: null,
    sandboxCards: [],
    sandboxAccounts: [],
    banks: {},
    reasons: {},
  }
  const view = <CheckoutPageView key={JSON.stringify(page)} {...props} />
  if (!body) return null
  return createPortal(
    <div inert>
      {page.brandColor && <link rel="stylesheet" href={brandStylesheetPath(page.brandColor)} />}
      {page.picture ? <PictureFrame picture={page.picture}>{view}</PictureFrame> : view}
    </div>,
    body,
  )
}
