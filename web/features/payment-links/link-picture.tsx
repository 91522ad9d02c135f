import {
  getPaymentLink,
  listPaymentLinks,
  removePaymentLinkPicture,
  uploadPaymentLinkPicture,
} from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useChange } from '../../client/api.ts'
import { Card } from '../../ui/card.tsx'
import { PictureField } from './picture-field.tsx'

/** Picture of a link on its page; changes are saved at once. */
export function LinkPicture({ link: { id, name, pictureUrl, pictureAltText } }: { link: PaymentLink }) {
  const shared = { refresh: [getPaymentLink, listPaymentLinks] }
  const upload = useChange(uploadPaymentLinkPicture, { ...shared, quiet: true, success: 'The picture is saved' })
  const remove = useChange(removePaymentLinkPicture, { ...shared, success: 'The picture is removed' })
  return (
    <Card title="Picture">
      <PictureField
        url={pictureUrl}
        altText={pictureAltText ?? name}
        isRemoving={remove.isPending}
        onChange={(picture) => upload.mutateAsync({ id, picture })}
        onRemove={() => remove.mutate({ id })}
      />
    </Card>
  )
}
