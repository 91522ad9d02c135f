import { Upload } from 'lucide-react'
import { type ChangeEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { AllowedButton } from './allowed-button.tsx'
import type { CropFrame } from './crop-modal.tsx'
import type { Denied } from './denial.ts'
import { FieldNote } from './field.tsx'
import { FullLoader } from './full-loader.tsx'
import { lazyComponent } from './lazy-part.tsx'
import { loadPicture } from './load-picture.ts'

const CropModal = lazyComponent(() => import('./crop-modal.tsx').then((m) => m.CropModal))

type PictureInputProps = {
  /** Text of the button. */
  label: string
  /** Name of the file input, for screen readers. */
  fileLabel: string
  /** Id of the hint. */
  describedBy: string
  maximumBytes: number
  frame: CropFrame
  /** Takes over the cropped picture. The dialog closes when it resolves, and shows the message of an error. */
  onCrop: (picture: Blob) => Promise<unknown>
  /** Further buttons. */
  children?: ReactNode
} & Pick<Denied, 'needs'>

/** Button that chooses a picture, which is cropped before it is used. */
export function PictureInput({
  label,
  fileLabel,
  describedBy,
  maximumBytes,
  frame,
  onCrop,
  needs,
  children,
}: PictureInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { picture, setPicture, error, choose } = useChosenPicture(maximumBytes)
  const [saving, setSaving] = useState<{ busy: boolean; error?: string }>({ busy: false })
  const save = async (cropped: Blob) => {
    setSaving({ busy: true })
    try {
      await onCrop(cropped)
      setPicture(undefined)
      setSaving({ busy: false })
    } catch (saveError) {
      setSaving({ busy: false, error: (saveError as Error).message })
    }
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <AllowedButton
          needs={needs}
          tone="secondary"
          icon={<Upload strokeWidth={1.75} />}
          onClick={() => input.current?.click()}
          aria-describedby={describedBy}
        >
          {label}
        </AllowedButton>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={fileLabel}
        onChange={(event) => {
          setSaving({ busy: false })
          void choose(event)
        }}
        className="hidden"
      />
      <FieldNote id={`${id}-error`} error={error} />
      {picture &&
        // In the body, because this can be a part of a form and the dialog is one.
        createPortal(
          <Suspense fallback={<FullLoader />}>
            <CropModal
              frame={frame}
              picture={picture}
              busy={saving.busy}
              error={saving.error}
              onCrop={save}
              onClose={() => setPicture(undefined)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

/** The picture of the file that was chosen, or why it cannot be used. */
function useChosenPicture(maximumBytes: number) {
  const [picture, setPicture] = useState<HTMLImageElement>()
  const [error, setError] = useState<string>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Allows choosing the same file again.
    target.value = ''
    if (!file) return
    setError(undefined)
    if (file.size > maximumBytes)
      return setError(`The picture is larger than ${maximumBytes / 1024 / 1024} MB. Choose a smaller one.`)
    await loadPicture(file).then(setPicture, (loadError: Error) => setError(loadError.message))
  }
  return { picture, setPicture, error, choose }
}
