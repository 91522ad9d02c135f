import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { type Crop, drawCrop, fullCrop, moveCrop, zoomCrop } from './crop.ts'
import { ErrorStrip } from './error-strip.tsx'
import { Modal } from './modal.tsx'

/** The part of a picture that is used: its size in pixels, the type it is stored as, and the texts of the dialog. */
export type CropFrame = {
  width: number
  height: number
  type: 'image/png' | 'image/jpeg'
  title: string
  action: string
  /** Name of the part, for screen readers. */
  label: string
}

type CropModalProps = {
  frame: CropFrame
  picture: HTMLImageElement
  busy: boolean
  error: string | undefined
  onCrop: (cropped: Blob) => void
  onClose: () => void
}

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
}

/** Crops a picture: drag or arrow keys to move, and zoom. */
export function CropModal({ frame: given, picture, busy, error, onCrop, onClose }: CropModalProps) {
  const { width, height } = given
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>(fullCrop)
  const frame = { width, height, picture }
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context)
      drawCrop(context, { width, height, picture }, crop, given.type === 'image/jpeg' ? '#ffffff' : undefined)
  }, [picture, crop, width, height, given.type])

  const move = (x: number, y: number) => setCrop((now) => moveCrop(now, frame, x, y))
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const scale = width / event.currentTarget.clientWidth
    move(event.movementX * scale, event.movementY * scale)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }
  return (
    <Modal
      open
      title={given.title}
      action={given.action}
      busy={busy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        canvas.current?.toBlob((cropped) => cropped && onCrop(cropped), given.type, 0.92)
      }}
    >
      {error && <ErrorStrip message={error} />}
      <canvas
        ref={canvas}
        width={width}
        height={height}
        tabIndex={0}
        data-autofocus
        role="img"
        aria-label={given.label}
        aria-describedby={`${id}-how`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
        className="mx-auto w-full max-w-[350px] cursor-move touch-none rounded-lg bg-white ring-1 ring-line"
      />
      <p id={`${id}-how`} className="-mt-2 text-center text-sm text-muted">
        Drag the picture, or move it with the arrow keys.
      </p>
      <ZoomField
        id={`${id}-zoom`}
        value={crop.zoom}
        onChange={(zoom) => setCrop((now) => zoomCrop(now, frame, zoom))}
      />
    </Modal>
  )
}

type ZoomFieldProps = { id: string; value: number; onChange: (zoom: number) => void }

const ZoomField = ({ id, value, onChange }: ZoomFieldProps) => (
  <div className="flex items-center gap-3">
    <label htmlFor={id} className="font-medium">
      Zoom
    </label>
    <input
      id={id}
      type="range"
      min={1}
      max={4}
      step={0.05}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      className="h-6 flex-1 rounded-sm accent-brand pointer-coarse:h-11"
    />
  </div>
)
