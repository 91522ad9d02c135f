import { groupDigits } from '@adire/contract/group-digits.ts'
import { limits } from '@adire/contract/limits.ts'
import { FileCheck2, FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field.tsx'

const kinds = ['application/pdf', 'image/jpeg', 'image/png']

/** Early error for a file that the server would reject. The server also validates the content. */
function wrongWith(file: File): string | undefined {
  if (!kinds.includes(file.type)) return 'Use a PDF, JPG or PNG file'
  if (file.size > limits.documentBytes) return 'The file is larger than 5 MB'
  if (file.size === 0) return 'This file is empty'
  return undefined
}

type DropZoneProps = {
  file: File | undefined
  error: string | undefined
  busy: boolean
  onChoose: (file: File | undefined, wrong: string | undefined) => void
}

/** File input: drag and drop, or a button. */
export function DropZone({ file, error, busy, onChoose }: DropZoneProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (chosen: File | undefined) => chosen && onChoose(chosen, wrongWith(chosen))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) take(event.dataTransfer.files[0])
  }
  const look = error ? 'border-bad' : isOver ? 'border-brand bg-soft' : 'border-field'
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        Document
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: drag and drop is a pointer shortcut for the button */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-col items-center gap-3 rounded-lg border border-dashed px-5 py-7 text-center transition-colors ${look}`}
      >
        {file ? <Chosen file={file} /> : <Invitation />}
        <input
          ref={input}
          id={id}
          type="file"
          accept=".pdf,.jpg,.jpeg,.png"
          disabled={busy}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
          className="hidden"
        />
        <Button tone="secondary" disabled={busy} onClick={() => input.current?.click()} aria-describedby={`${id}-note`}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
      </div>
      <FieldNote id={`${id}-note`} error={error} hint="PDF, JPG or PNG, at most 5 MB. Kept encrypted." />
    </div>
  )
}

const Invitation = () => (
  <>
    <FileUp className="size-6 text-muted" strokeWidth={1.5} aria-hidden="true" />
    <p className="text-ink-2">
      <span className="pointer-coarse:hidden">Drop the file here, or choose a file</span>
      <span className="hidden pointer-coarse:inline">Choose a file, or take a picture</span>
    </p>
  </>
)

const Chosen = ({ file }: { file: File }) => (
  <>
    <FileCheck2 className="size-6 text-ok" strokeWidth={1.5} aria-hidden="true" />
    <p className="max-w-full wrap-anywhere">
      <span className="font-medium">{file.name}</span>{' '}
      <span className="text-muted">{groupDigits(Math.max(1, Math.round(file.size / 1024)))} KB</span>
    </p>
  </>
)
