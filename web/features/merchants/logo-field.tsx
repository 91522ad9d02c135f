import { limits } from '@adire/contract/limits.ts'
import { getMerchant, listMerchants, removeLogo, uploadLogo } from '@adire/contract/merchants.ts'
import type { Merchant } from '@adire/contract/merchants-schemas.ts'
import { useId } from 'react'
import { useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'

const shared = { refresh: [getMerchant, listMerchants] }
const { logoWidthPx, logoHeightPx, logoBytes } = limits
/** Twice the recommended size, for high-density screens. PNG, because a logo can be transparent. */
const frame = {
  width: logoWidthPx * 2,
  height: logoHeightPx * 2,
  type: 'image/png',
  title: 'Crop your logo',
  action: 'Save logo',
  label: 'The part that becomes your logo',
} as const

/** Current logo as payers see it. A new one is cropped before upload. */
export function LogoField({ merchant: { logoUrl, businessName } }: { merchant: Merchant }) {
  const id = useId()
  const upload = useChange(uploadLogo, { ...shared, quiet: true, success: 'Your logo is saved' })
  const remove = useChange(removeLogo, { ...shared, success: 'Your logo is removed' })
  return (
    <div className="flex flex-wrap items-center gap-5">
      {logoUrl ? (
        <img
          src={logoUrl}
          alt={`Logo of ${businessName}`}
          width={logoWidthPx}
          height={logoHeightPx}
          className="h-[108px] w-[140px] rounded-lg bg-white object-cover ring-1 ring-line"
        />
      ) : (
        <span className="flex h-[108px] w-[140px] items-center justify-center rounded-lg border border-dashed border-line-strong bg-sunken text-sm text-muted">
          No logo yet
        </span>
      )}
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <p className="font-medium">Logo</p>
        <p id={`${id}-hint`} className="text-sm text-muted">
          Recommended {logoWidthPx}px by {logoHeightPx}px. PNG, JPG or WebP, at most 2 MB. Payers see it when they pay.
        </p>
        <PictureInput
          needs={uploadLogo}
          label={logoUrl ? 'Change logo' : 'Upload logo'}
          fileLabel="Logo file"
          describedBy={`${id}-hint`}
          maximumBytes={logoBytes}
          frame={frame}
          onCrop={(logo) => upload.mutateAsync({ logo })}
        >
          {logoUrl && (
            <AllowedButton needs={removeLogo} tone="ghost" busy={remove.isPending} onClick={() => remove.mutate({})}>
              Remove
            </AllowedButton>
          )}
        </PictureInput>
      </div>
    </div>
  )
}
