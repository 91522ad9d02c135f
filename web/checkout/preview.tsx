import type { CheckoutPage } from '@adire/contract/checkout.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import sheet from './checkout.css?url'
import { CheckoutPageView, type CheckoutProps } from './checkout.tsx'

type CheckoutPreviewProps = { frame: HTMLIFrameElement; page: CheckoutPage; brand: CheckoutProps['brand'] }

/** The payer's page itself, drawn into a frame with the sheet it is served with; nothing in it can be used. */
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
    // Before its sheet has come the page would be shown bare.
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
    typed: { email: '', amount: '', phone: '', fields: {} },
    thanks: null,
    error: null,
    embedder: null,
    renderedAt: '',
    sandboxCards: [],
    sandboxAccounts: [],
    banks: { ussd: [], debit: [] },
    reasons: {},
  }
  if (!body) return null
  return createPortal(
    <div inert>
      <CheckoutPageView key={JSON.stringify(page)} {...props} />
    </div>,
    body,
  )
}
