import {
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  removePaymentLinkPicture,
  uploadPaymentLinkPicture,
} from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { readAsDataUrl } from '../../ui/load-picture.ts'

/** The picture in the editor: the stored one, a new one that is not uploaded yet, or none. */
type DraftPicture = { url: string | null; content?: Blob; isChanged: boolean }

/**
 * Picture of a link that is being edited; it is stored by `save`, after the link. `from` is the link whose picture is shown first. A
 * copied link gets a copy of the picture.
 */
export function useDraftPicture(from: PaymentLink | undefined, isCopy = false) {
  const [picture, setPicture] = useState<DraftPicture>({
    url: from?.pictureUrl ?? null,
    isChanged: isCopy && from?.pictureUrl != null,
  })
  const refresh = [getPaymentLink, listPaymentLinks, listPlanPaymentLinks]
  const upload = useChange(uploadPaymentLinkPicture, { refresh, quiet: true })
  const remove = useChange(removePaymentLinkPicture, { refresh, quiet: true })
  return {
    url: picture.url,
    change: async (content: Blob) => setPicture({ url: await readAsDataUrl(content), content, isChanged: true }),
    remove: () => setPicture({ url: null, isChanged: true }),
    async save(id: string): Promise<void> {
      const { url, isChanged, content } = picture
      if (!isChanged) return
      if (url === null) await remove.mutateAsync({ id })
      else await upload.mutateAsync({ id, picture: content ?? (await fetchPicture(url)) })
    },
  }
}

export type DraftPictureControl = ReturnType<typeof useDraftPicture>

const fetchPicture = async (url: string) => (await fetch(new URL(url).pathname)).blob()
