import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import type { ReactNode } from 'react'

type PictureFrameProps = { picture: NonNullable<CheckoutPage['picture']>; children: ReactNode }

/**
 * Page of a payment link with its picture. Rendered on the server only: the stylesheet places the picture between the parts of the
 * page (`.framed`), so that the page's script knows nothing of it. Its size is reserved, so that nothing moves when it loads.
 */
export function PictureFrame({ picture, children }: PictureFrameProps) {
  return (
    <div className="framed">
      <aside className="contents">
        <img
          src={picture.url}
          alt={picture.altText}
          width={limits.linkPictureWidthPx}
          height={limits.linkPictureHeightPx}
        />
      </aside>
      {children}
    </div>
  )
}
