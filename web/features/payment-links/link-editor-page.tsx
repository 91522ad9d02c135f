import { messages } from '@adire/contract/messages.ts'
import {
  createPaymentLink,
  editPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
} from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { getPlan } from '@adire/contract/plans.ts'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { assignFieldKeys } from './custom-fields.ts'
import { LinkEditor } from './link-editor.tsx'
import { type LinkDraft, type LinkPricing, useLinkForm } from './link-form.ts'
import { backToLinks, LinkLoadError } from './link-load-error.tsx'

/** Editor of a link with all options, beside a preview of the payer's page. */
export function LinkEditorPage() {
  const { id } = useParams()
  return id ? <EditLink key={id} id={id} /> : <NewLink />
}

/** Starts with the values from the small form; `?plan=` is the plan to use. */
function NewLink() {
  const navigate = useNavigate()
  const given = useLocation().state as { draft?: Partial<LinkDraft>; pricing?: LinkPricing } | null
  const planId = useSearchParams()[0].get('plan') ?? undefined
  const create = useChange(createPaymentLink, {
    refresh: [listPaymentLinks, listPlanPaymentLinks, getPlan],
    quiet: true,
    onDone: ({ id }) => navigate(`/payment-link/${id}`, { state: { isNew: true }, replace: true }),
  })
  const linkForm = useLinkForm({
    start: { ...given?.draft, ...(planId && { planId }) },
    startPricing: planId ? 'plan' : given?.pricing,
    withOptions: true,
    submit: ({ slug, ...values }) => create.mutateAsync(assignFieldKeys({ ...values, ...(slug && { slug }) }, [])),
  })
  return <LinkEditor linkForm={linkForm} title="New payment link" action="Create link" back={backToLinks} />
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
  const edit = useChange(editPaymentLink, {
    refresh: [getPaymentLink, listPaymentLinks],
    success: messages.paymentLinkUpdated,
    quiet: true,
    onDone: () => navigate(back.to),
  })
  const linkForm = useLinkForm({
    link,
    withOptions: true,
    submit: (values) => edit.mutateAsync({ id: link.id, ...assignFieldKeys(values, link.customFields) }),
  })
  return <LinkEditor linkForm={linkForm} link={link} title="Edit payment link" action="Save" back={back} />
}
