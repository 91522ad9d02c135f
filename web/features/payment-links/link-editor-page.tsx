import { messages } from '@adire/contract/messages.ts'
import {
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  updatePaymentLink,
} from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { getPlan } from '@adire/contract/plans.ts'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { assignFieldKeys } from './custom-fields.ts'
import { LinkEditor } from './link-editor.tsx'
import { copiedLink, type LinkDraft, type LinkPricing, pricingOf, useLinkForm } from './link-form.ts'
import { backToLinks, LinkLoadError } from './link-load-error.tsx'
import { useDraftPicture } from './use-draft-picture.ts'

/** Editor of a link with all options, beside a preview of the payer's page. */
export function LinkEditorPage() {
  const { id } = useParams()
  const copied = useSearchParams()[0].get('copy')
  if (id) return <EditLink key={id} id={id} />
  return copied ? <CopyLink key={copied} id={copied} /> : <EmptyLink key="new" />
}

type LinkStart = { draft?: Partial<LinkDraft>; pricing?: LinkPricing | undefined; copied?: PaymentLink }

/** Starts with the values from the small form; `?plan=` is the plan to use. */
function EmptyLink() {
  const given = useLocation().state as LinkStart | null
  const planId = useSearchParams()[0].get('plan')
  return <NewLink draft={{ ...given?.draft, ...(planId && { planId }) }} pricing={planId ? 'plan' : given?.pricing} />
}

function CopyLink({ id }: { id: string }) {
  const link = useCall(getPaymentLink, { id })
  if (link.data) return <NewLink draft={copiedLink(link.data)} pricing={pricingOf(link.data)} copied={link.data} />
  return (
    <LinkLoadError title="New payment link" read={link}>
      <DetailSkeleton rows={9} />
    </LinkLoadError>
  )
}

function NewLink({ draft, pricing, copied }: LinkStart) {
  const navigate = useNavigate()
  const picture = useDraftPicture(copied, true)
  const create = useChange(createPaymentLink, {
    refresh: [listPaymentLinks, listPlanPaymentLinks, getPlan],
    quiet: true,
  })
  const linkForm = useLinkForm({
    ...(draft && { start: draft }),
    startPricing: pricing,
    withOptions: true,
    async submit({ slug, ...values }) {
      const { id } = await create.mutateAsync(assignFieldKeys({ ...values, ...(slug && { slug }) }, []))
      // The link exists now: its page offers to add the picture again.
      await picture
        .save(id)
        .catch(() => toast.error('The link was created without its picture. Please add the picture again.'))
      navigate(`/payment-link/${id}`, { state: { isNew: true }, replace: true })
    },
  })
  return (
    <LinkEditor
      needs={createPaymentLink}
      linkForm={linkForm}
      picture={picture}
      title="New payment link"
      action="Create link"
      back={backToLinks}
    />
  )
}

function EditLink({ id }: { id: string }) {
  const link = useCall(getPaymentLink, { id })
  if (link.data) return <Edit link={link.data} />
  return (
    <LinkLoadError title="Edit payment link" read={link}>
      <DetailSkeleton rows={9} />
    </LinkLoadError>
  )
}

function Edit({ link }: { link: PaymentLink }) {
  const navigate = useNavigate()
  const back = { to: `/payment-link/${link.id}`, label: link.name }
  const edit = useChange(updatePaymentLink, {
    refresh: [getPaymentLink, listPaymentLinks],
    success: messages.paymentLinkUpdated,
    quiet: true,
    onDone: () => navigate(back.to),
  })
  const picture = useDraftPicture(link)
  const linkForm = useLinkForm({
    link,
    withOptions: true,
    async submit(values) {
      await picture.save(link.id)
      await edit.mutateAsync({ id: link.id, ...assignFieldKeys(values, link.customFields) })
    },
  })
  return (
    <LinkEditor
      needs={updatePaymentLink}
      linkForm={linkForm}
      picture={picture}
      link={link}
      title="Edit payment link"
      action="Save"
      back={back}
    />
  )
}
