import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export const backToLinks = { to: '/payment-link', label: 'Payment links' }
/** Answers that mean there is no such link: an id that is none of ours, or another merchant's. */
export const isMissing = (status: number) => [400, 403, 404, 422].includes(status)

export function MissingLink() {
  return (
    <>
      <PageHeader title="Payment link not found" back={backToLinks} />
      <Empty
        title="There is no such payment link here"
        action={
          <LinkButton to={backToLinks.to} tone="secondary">
            Back to payment links
          </LinkButton>
        }
      >
        It may have been deleted, or belong to another of your businesses or to the other mode.
      </Empty>
    </>
  )
}
