import { listPaymentLinks, publishPaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useState } from 'react'
import { BulkDialog } from '../../domain/bulk-dialog.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { formatCount } from '../../ui/counted.ts'
import type { Selection } from '../../ui/use-selection.ts'

const countLinks = (count: number) => formatCount(count, 'payment link', 'payment links')

/** Publishes or unpublishes the selected links. */
export function LinkBulk({ selection }: { selection: Selection<PaymentLink> }) {
  const [published, setPublished] = useState<boolean>()
  const changed = (to: boolean) => selection.rows.filter((link) => link.published !== to)
  const rows = published === undefined ? [] : changed(published)
  const word = published ? 'published' : 'unpublished'
  return (
    <>
      {changed(true).length > 0 && (
        <AllowedButton needs={publishPaymentLink} tone="secondary" onClick={() => setPublished(true)}>
          Publish
        </AllowedButton>
      )}
      {changed(false).length > 0 && (
        <AllowedButton needs={publishPaymentLink} tone="secondary" onClick={() => setPublished(false)}>
          Unpublish
        </AllowedButton>
      )}
      {published !== undefined && (
        <BulkDialog
          title={`${published ? 'Publish' : 'Unpublish'} ${countLinks(rows.length)}?`}
          action={published ? 'Publish' : 'Unpublish'}
          rows={rows}
          nameOf={({ name }) => name}
          endpoint={publishPaymentLink}
          inputOf={({ id }) => ({ id, published })}
          refresh={[listPaymentLinks]}
          done={(count) => `${countLinks(count)} ${word}`}
          failed={(count) => `${count} could not be ${word}`}
          onClose={() => setPublished(undefined)}
          onEnd={selection.keep}
        >
          {published
            ? 'Anyone with these links can pay.'
            : 'Anyone who opens these links will see that the page is closed. Payments already started can finish.'}
        </BulkDialog>
      )}
    </>
  )
}
