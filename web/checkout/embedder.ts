import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import { useEffect } from 'react'

/** Posts a message to the page that embeds the checkout in a dialog (`web/inline`). Only these three messages are sent, and only
 * the named origin can receive them: the browser enforces it. Messages from that page are ignored. */
export function postToEmbedder(
  embedder: string | null,
  type: 'ready' | 'success' | 'close',
  payment?: Pick<CheckoutState, 'reference' | 'amountKobo'>,
) {
  if (!embedder || parent === window) return
  const detail = payment && { reference: payment.reference, amountKobo: payment.amountKobo }
  parent.postMessage({ adire: 1, type, ...detail }, embedder)
}

/** Reports `ready`, and `close` on Escape: the embedding page does not receive key events from inside the frame. */
export function useEmbedder(embedder: string | null, busy: boolean) {
  useEffect(() => postToEmbedder(embedder, 'ready'), [embedder])
  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !busy) postToEmbedder(embedder, 'close')
    }
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  }, [embedder, busy])
}
