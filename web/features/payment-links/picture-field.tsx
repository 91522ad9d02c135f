import { limits } from '@adire/contract/limits.ts'
import { removePaymentLinkPicture, uploadPaymentLinkPicture } from '@adire/contract/payment-links.ts'
import { useId } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { PictureInput } from '../../ui/picture-input.tsx'

const { linkPictureWidthPx, linkPictureHeightPx } = limits
const frame = {
  width: linkPictureWidthPx * 2,
  height: linkPictureHeightPx * 2,
  type: 'image/jpeg',
  title: 'Crop the picture',
  action: 'Use picture',
  label: 'The part that payers see',
} as const
/** Largest photo that is read in the browser; only the cropped part is uploaded. */
const maximumBytes = 20 * 1024 * 1024

type PictureFieldProps = {
  /** URL of the picture; null without one. */
  url: string | null
  altText: string
  isRemoving?: boolean
  onChange: (picture: Blob) => Promise<unknown>
  onRemove: () => void
}

/** Picture of a link, with buttons to add, change and remove it. */
export function PictureField({ url, altText, isRemoving = false, onChange, onRemove }: PictureFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      {url && (
        <img
          src={url}
          alt={altText}
          width={linkPictureWidthPx}
          height={linkPictureHeightPx}
          className="aspect-3/2 w-full max-w-[336px] rounded-lg bg-sunken object-cover ring-1 ring-line"
        />
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        PNG, JPG or WebP. Payers see it on the payment page.
      </p>
      <PictureInput
        needs={uploadPaymentLinkPicture}
        label={url ? 'Change picture' : 'Add picture'}
        fileLabel="Picture file"
        describedBy={`${id}-hint`}
        maximumBytes={maximumBytes}
        frame={frame}
        onCrop={onChange}
      >
        {url && (
          <AllowedButton needs={removePaymentLinkPicture} tone="ghost" busy={isRemoving} onClick={onRemove}>
            Remove
          </AllowedButton>
        )}
      </PictureInput>
    </div>
  )
}
