import type { CheckoutPage } from '@adire/contract/checkout.ts'
import { CustomFields } from '@adire/contract/custom-fields.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { useMemo, useState } from 'react'
import { useCall } from '../../api.ts'
import { CheckoutPreview } from '../../checkout/preview.tsx'
import { useConfig } from '../../config.ts'
import { useSession } from '../../session.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { type LinkDraft, type LinkForm, useSettled } from './link-form.ts'

const screens = [
  { value: 'phone', label: 'Phone' },
  { value: 'desktop', label: 'Desktop' },
] as const
type Screen = (typeof screens)[number]['value']

const desktopBox = 'h-[252px] w-[336px] max-w-full xl:h-[324px] xl:w-[432px]'
/** The screens in CSS pixels, and how they fit beside the form. */
const sizes = {
  phone: { width: 390, height: 780, scale: 'scale-[.82]', box: 'h-[640px] w-80' },
  desktop: { width: 1200, height: 900, scale: 'scale-[.28] xl:scale-[.36]', box: desktopBox },
}

const redrawMs = 250

/** The payer's own page, with what stands in the form just now. A pause in typing draws it anew. */
export function LinkPreview({ linkForm: { form } }: { linkForm: LinkForm }) {
  const [screen, setScreen] = useState<Screen>('phone')
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const { width, height, scale, box } = sizes[screen]
  const { mode } = useSession()
  const merchant = useCall(getMerchant, {})
  const brand = useConfig()?.brand
  const draft = useSettled(JSON.stringify(form.watch()), redrawMs)
  const page = useMemo((): CheckoutPage => {
    const { businessName = '', logoUrl = null, supportEmail = null } = merchant.data ?? {}
    return { ...pageOf(JSON.parse(draft) as LinkDraft), businessName, logoUrl, supportEmail, mode }
  }, [draft, merchant.data, mode])
  return (
    <aside aria-label="Preview" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-20">
      <div className="flex items-center justify-between gap-4">
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

function pageOf({ name, description, amountKobo, minimumKobo, ...draft }: LinkDraft) {
  return {
    slug: 'preview',
    name: name?.trim() || 'Name of the link',
    description: description?.trim() || null,
    amountKobo: amountKobo ?? null,
    minimumKobo: minimumKobo ?? null,
    feeBearer: draft.feeBearer ?? 'merchant',
    fields: (draft.customFields ?? []).flatMap((field) => CustomFields.safeParse([field]).data ?? []),
    collectPhone: draft.collectPhone ?? false,
    hasThanks: false,
    channels: ['card' as const, 'bank_transfer' as const],
    plan: null,
    invoice: null,
  }
}
