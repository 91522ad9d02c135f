import { limits } from '@adire/contract/limits.ts'
import { getMerchant, listMerchants, removeLogo, uploadLogo } from '@adire/contract/merchants.ts'
import type { Merchant } from '@adire/contract/merchants-schemas.ts'
import { Upload } from 'lucide-react'
import { type ChangeEvent, Suspense, useId, useRef, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { FieldNote } from '../../ui/field.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { loadPicture } from './load-picture.ts'

const CropModal = lazyComponent(() => import('./crop-modal.tsx').then((m) => m.CropModal))

const shared = { refresh: [getMerchant, listMerchants] }
const { logoWidthPx, logoHeightPx, logoBytes } = limits

/** Current logo as payers see it. A new one is cropped before upload. */
export function LogoField({ merchant: { logoUrl, businessName } }: { merchant: Merchant }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [picture, setPicture] = useState<HTMLImageElement>()
  const upload = useChange(uploadLogo, {
    ...shared,
    quiet: true,
    success: 'Your logo is saved',
    onDone: () => setPicture(undefined),
  })
  const remove = useChange(removeLogo, { ...shared, success: 'Your logo is removed' })

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return
    setError(undefined)
    if (file.size > logoBytes) return setError('The picture is larger than 2 MB. Choose a smaller one.')
    await loadPicture(file).then(setPicture, (submitError: Error) => setError(submitError.message))
  }
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
        <div className="flex flex-wrap gap-2">
          <Button
            tone="secondary"
            icon={<Upload strokeWidth={1.75} />}
            onClick={() => input.current?.click()}
            aria-describedby={`${id}-hint`}
          >
            {logoUrl ? 'Change logo' : 'Upload logo'}
          </Button>
          {logoUrl && (
            <Button tone="ghost" busy={remove.isPending} onClick={() => remove.mutate({})}>
              Remove
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Logo file"
          tabIndex={-1}
          onChange={choose}
          className="sr-only"
        />
        <FieldNote id={`${id}-error`} error={error} />
      </div>
      {picture && (
        <Suspense fallback={<FullLoader />}>
          <CropModal
            picture={picture}
            busy={upload.isPending}
            error={upload.error?.message}
            onCrop={(logo) => upload.mutate({ logo })}
            onClose={() => {
              upload.reset()
              setPicture(undefined)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
