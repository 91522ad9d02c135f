import type { CheckoutState } from '@adire/contract/checkout.ts'
import { useEffect } from 'react'

/** The one page that shows the checkout in a dialog (`web/inline`). It is told these three things and nothing else, and no
 * other page can hear them: the browser delivers to the named origin only. Nothing it says is listened to. */
export function postToEmbedder(
  embedder: string | null,
  type: 'ready' | 'success' | 'close',
  payment?: Pick<CheckoutState, 'reference' | 'amountKobo'>,
) {
  if (!embedder || parent === window) return
  const detail = payment && { reference: payment.reference, amountKobo: payment.amountKobo }
  parent.postMessage({ adire: 1, type, ...detail }, embedder)
}

/** The page around cannot see a key that is pressed in here. */
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
