import { hostedChannels } from '@adire/contract/channels/channels.ts'
import { ChargeKobo } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { NewPaymentLink } from '@adire/contract/payment-link-form-schemas.ts'
import { checkPaymentLinkName } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import * as z from 'zod/mini'
import { useCall } from '../../client/api.ts'
import { useAgreedFeeBearer } from '../../domain/prices.ts'
import { useKeeping, useKeptForm } from '../../domain/use-kept-form.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useDebounced } from '../../ui/use-debounced.ts'

/** Schema of a link with a fixed price: the amount is required. */
const FixedLink = z.extend(NewPaymentLink, { amountKobo: ChargeKobo })

/** Schema of a link that subscribes to a plan: the price is the plan's. */
const PlanLink = z.extend(NewPaymentLink, {
  planId: z.string(messages.required).check(z.minLength(1, messages.required)),
})

export type LinkPricing = 'fixed' | 'open' | 'plan'
export type LinkValues = z.output<typeof NewPaymentLink>
export type LinkDraft = z.input<typeof NewPaymentLink>

type LinkFormChoices = {
  link?: PaymentLink
  /** Initial values of a new link. */
  start?: Partial<LinkDraft>
  startPricing?: LinkPricing | undefined
  /** Whether the form includes the options; without them, they are not changed. */
  withOptions?: boolean
  submit: (values: LinkValues) => Promise<unknown>
}

/** Form state of a new or existing link. */
export function useLinkForm({ link, start, startPricing, withOptions, submit }: LinkFormChoices) {
  const kept = useKeptForm<LinkDraft, LinkPricing>(
    { ...toDraft(link), ...(withOptions && toDraftOptions(link)), ...start },
    { name: withOptions ? 'payment-link' : undefined, id: link?.id, startChoice: startPricing ?? pricingOf(link) },
  )
  const { choice: pricing, setChoice: setPricing } = kept
  const schema = selectSchema(pricing, link) as typeof NewPaymentLink
  const linkForm = useSchemaForm<LinkDraft, LinkValues>(schema, {
    start: kept.first,
    submit: async (values) => {
      await submit(values)
      kept.forget()
    },
  })
  const { form } = linkForm
  const startAgain = useKeeping(kept, form)
  useAgreedFeeBearer(hostedChannels, {
    isNew: link === undefined && start?.feeBearer === undefined && !kept.wasKept,
    current: form.getValues('feeBearer'),
    choose: (bearer) => form.resetField('feeBearer', { defaultValue: bearer }),
  })
  const address = form.watch('slug') || form.watch('name')
  const availability = useAvailability(address, link === undefined)
  const choosePricing = (next: LinkPricing) => {
    setPricing(next)
    form.clearErrors(['amountKobo', 'planId'])
    if (next !== 'fixed') form.setValue('amountKobo', undefined)
    if (next !== 'fixed' && withOptions) form.setValue('quantity', null)
    if (next !== 'open' && withOptions) form.setValue('minimumKobo', null)
    if (next !== 'plan') form.setValue('planId', undefined)
    if (next === 'plan' && withOptions) form.setValue('splitId', null)
  }
  return {
    ...linkForm,
    blocked: linkForm.blocked || availability === 'taken',
    availability,
    pricing,
    choosePricing,
    startAgain,
    forget: kept.forget,
  }
}

export const pricingOf = (link: PaymentLink | undefined): LinkPricing =>
  link?.plan ? 'plan' : link?.amountKobo === null ? 'open' : 'fixed'

/** Schema for the selected pricing. An existing link keeps its plan, so the plan is not required. */
function selectSchema(pricing: LinkPricing, link: PaymentLink | undefined): unknown {
  if (pricing === 'fixed') return FixedLink
  return pricing === 'plan' && !link ? PlanLink : NewPaymentLink
}

export type LinkForm = ReturnType<typeof useLinkForm>

const toDraft = (link: PaymentLink | undefined) => ({
  name: link?.name ?? '',
  description: link?.description ?? '',
  amountKobo: link?.plan ? undefined : (link?.amountKobo ?? undefined),
  feeBearer: link?.feeBearer ?? 'merchant',
})

const copyEnding = ' (copy)'

/** A new link with the contents of another one; its name is free for another URL, and a time that has passed is left out. */
export const copiedLink = (link: PaymentLink): Partial<LinkDraft> => ({
  ...toDraft(link),
  ...toDraftOptions(link),
  name: link.name.slice(0, 60 - copyEnding.length) + copyEnding,
  ...(link.expiresAt && Date.parse(link.expiresAt) <= businessNow() && { expiresAt: null }),
  ...(link.plan && { planId: link.plan.id }),
})

const toDraftOptions = (link: PaymentLink | undefined): Partial<LinkDraft> => ({
  minimumKobo: link?.minimumKobo ?? null,
  customFields: link?.customFields ?? [],
  collectPhone: link?.collectPhone ?? false,
  expiresAt: link?.expiresAt ?? null,
  paymentLimit: link?.paymentLimit ?? null,
  quantity: link?.quantity ?? null,
  redirectUrl: link?.redirectUrl ?? null,
  successMessage: link?.successMessage ?? '',
  notificationEmail: link?.notificationEmail ?? null,
  splitId: link?.splitId ?? null,
  pictureAltText: link?.pictureAltText ?? null,
})

const checkDelayMs = 400

export type NameAvailability = 'unknown' | 'checking' | 'available' | 'taken'

/**
 * Availability of a new link's slug, checked when typing pauses; an existing link keeps its slug under any name. Any failure counts
 * as taken, as specified (S4-08).
 */
function useAvailability(typed: string, isNew: boolean): NameAvailability {
  const name = typed.trim()
  const debounced = useDebounced(name, checkDelayMs)
  const isChecked = isNew && NewPaymentLink.shape.name.safeParse(name).success
  const check = useCall(checkPaymentLinkName, { name: debounced }, { enabled: isChecked && debounced === name })
  if (!isChecked) return 'unknown'
  if (debounced !== name) return 'checking'
  // A paused query was not sent because the browser is offline.
  if (check.error || check.fetchStatus === 'paused') return 'taken'
  return check.data ? 'available' : 'checking'
}
