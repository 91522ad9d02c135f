import { limits } from '@adire/contract/limits.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { type Crop, drawCrop, fullCrop, moveCrop, zoomCrop } from './crop.ts'

type CropModalProps = {
  picture: HTMLImageElement
  busy: boolean
  error: string | undefined
  onCrop: (logo: Blob) => void
  onClose: () => void
}

/** Twice the recommended size, for high-density screens. */
const width = limits.logoWidthPx * 2
const height = limits.logoHeightPx * 2
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
}

/** Crops the picture for the logo: drag or arrow keys to move, and zoom. */
export function CropModal({ picture, busy, error, onCrop, onClose }: CropModalProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>(fullCrop)
  const frame = { width, height, picture }
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context) drawCrop(context, { width, height, picture }, crop)
  }, [picture, crop])

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
      title="Crop your logo"
      action="Save logo"
      busy={busy}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        canvas.current?.toBlob((logo) => logo && onCrop(logo), 'image/png')
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
        aria-label="The part that becomes your logo"
        aria-describedby={`${id}-how`}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
        className="mx-auto aspect-[175/135] w-full max-w-[350px] cursor-move touch-none rounded-lg bg-white ring-1 ring-line"
      />
      <p id={`${id}-how`} className="-mt-2 text-center text-sm text-muted">
        Drag the picture, or move it with the arrow keys.
      </p>
      <div className="flex items-center gap-3">
        <label htmlFor={`${id}-zoom`} className="font-medium">
          Zoom
        </label>
        <input
          id={`${id}-zoom`}
          type="range"
          min={1}
          max={4}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => setCrop((now) => zoomCrop(now, frame, Number(target.value)))}
          className="h-6 flex-1 rounded-sm accent-brand pointer-coarse:h-11"
        />
      </div>
    </Modal>
  )
}
