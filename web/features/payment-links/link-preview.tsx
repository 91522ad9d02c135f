import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { CustomFields } from '@adire/contract/custom-fields-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { useMemo, useState } from 'react'
import { CheckoutPreview } from '../../checkout/preview.tsx'
import { useCall } from '../../client/api.ts'
import { useConfig } from '../../client/config.ts'
import { useSession } from '../../client/session.ts'
import { hostedPrices, usePrices } from '../../domain/prices.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { LinkDraft, LinkForm, LinkPricing } from './link-form.ts'
import { usePlans } from './plan-field.tsx'

const screens = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const
type Screen = (typeof screens)[number]['value']

const phoneScale = 'scale-[.82] max-[359px]:scale-[.69]'
const phoneBox = 'h-[640px] w-80 max-w-full max-[359px]:h-[540px] max-[359px]:w-[271px]'
const desktopBox = 'h-[252px] w-[336px] max-w-full xl:h-[324px] xl:w-[432px]'
/** Screen sizes in CSS pixels, and the scale that fits beside the form. */
const sizes = {
  phone: { width: 390, height: 780, scale: phoneScale, box: phoneBox },
  desktop: { width: 1200, height: 900, scale: 'scale-[.28] xl:scale-[.36]', box: desktopBox },
}

const redrawMs = 250

type LinkPreviewProps = { linkForm: LinkForm; pictureUrl: string | null; link: PaymentLink | undefined }

/** Preview of the payer's page with the current form values, redrawn when typing pauses. */
export function LinkPreview({ linkForm: { form, pricing }, pictureUrl, link }: LinkPreviewProps) {
  const [screen, setScreen] = useState<Screen>('phone')
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const { width, height, scale, box } = sizes[screen]
  const { mode } = useSession()
  const merchant = useCall(getMerchant, {})
  const plans = usePlans(pricing === 'plan' && !link)
  const prices = usePrices()
  const brand = useConfig()?.brand
  const draft = useDebounced(JSON.stringify(form.watch()), redrawMs)
  const page = useMemo((): CheckoutPage => {
    const { businessName = '', logoUrl = null, brandColor = null, supportEmail = null } = merchant.data ?? {}
    const values = JSON.parse(draft) as LinkDraft
    const chosen = plans.data?.content.find(({ id }) => id === values.planId)
    const plan = pricing === 'plan' ? (link?.plan ?? chosen) : undefined
    const terms = pricing === 'plan' ? subscribing(plan ?? noPlan) : toPreviewPrice(values, pricing)
    const picture = pictureUrl === null ? null : { url: pictureUrl, altText: '' }
    const ofMerchant = { businessName, logoUrl, brandColor, supportEmail }
    const shown = { mode, prices: prices ? hostedPrices(prices) : [], picture, cardPage: false }
    return { ...toPreviewPage(values), ...terms, ...ofMerchant, ...shown }
  }, [draft, pictureUrl, merchant.data, mode, prices, plans.data, pricing, link])
  return (
    <aside aria-label="Preview" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-20">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold">What the payer sees</h2>
        <Segmented label="Screen" options={screens} value={screen} onChange={setScreen} />
      </div>
      <div className={`overflow-hidden rounded-xl border border-line bg-surface ${box}`}>
        <iframe
          ref={setFrame}
          title="Preview of the payer’s page"
          width={width}
          height={height}
          className={`origin-top-left ${scale}`}
        />
      </div>
      {brand && frame && <CheckoutPreview frame={frame} page={page} brand={brand} />}
    </aside>
  )
}

/** Price of the chosen kind; a fixed price that is not typed yet is zero. */
const toPreviewPrice = ({ amountKobo, minimumKobo, quantity }: LinkDraft, pricing: LinkPricing) =>
  pricing === 'fixed'
    ? { amountKobo: amountKobo ?? 0, minimumKobo: null, quantity: toPreviewRange(quantity) }
    : { amountKobo: null, minimumKobo: minimumKobo ?? null, quantity: null }

/** Nothing while the range is not valid yet. */
const toPreviewRange = (quantity: LinkDraft['quantity']) =>
  quantity && quantity.minimum >= 1 && quantity.maximum > quantity.minimum ? quantity : null

function toPreviewPage({ name, description, ...draft }: LinkDraft) {
  return {
    slug: 'preview',
    name: name?.trim() || 'Name of the link',
    description: description?.trim() || null,
    feeBearer: draft.feeBearer ?? 'merchant',
    fields: (draft.customFields ?? []).flatMap((field) => CustomFields.safeParse([field]).data ?? []),
    collectPhone: draft.collectPhone ?? false,
    hasThanks: false,
    channels: ['card' as const, 'bank_transfer' as const],
    plan: null,
    coupon: null,
    invoice: null,
    saveCardConsent: null,
    isCharge: false,
    unhealthyChannels: [],
  }
}

type PreviewPlan = Pick<
  NonNullable<PaymentLink['plan']>,
  'name' | 'amountKobo' | 'interval' | 'trialDays' | 'setupFeeKobo'
> & {
  chargeLimit?: number | null
}
/** Stands in until a plan is chosen. */
const noPlan: PreviewPlan = {
  name: 'Name of the plan',
  amountKobo: 0,
  interval: 'monthly',
  trialDays: 0,
  setupFeeKobo: 0,
}

/** Values that the page of a plan shows instead of an amount. */
const subscribing = (plan: PreviewPlan) => ({
  amountKobo: plan.trialDays > 0 ? limits.cardCheckKobo : plan.amountKobo + plan.setupFeeKobo,
  minimumKobo: null,
  quantity: null,
  feeBearer: 'merchant' as const,
  channels: ['card' as const],
  plan: {
    name: plan.name,
    amountKobo: plan.amountKobo,
    interval: plan.interval,
    chargeLimit: plan.chargeLimit ?? null,
    trialDays: plan.trialDays,
    setupFeeKobo: plan.setupFeeKobo,
    isCardCheck: plan.trialDays > 0,
    discountKobo: 0,
    discountCharges: null,
    takesAccounts: false,
    termsVersion: null,
    nextPaymentAt: null,
  },
})
