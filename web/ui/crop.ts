/** Position of a picture in its frame: zoom (1 = just covers the frame), and the offset of its centre from the frame's centre in pixels. */
export interface Crop {
  zoom: number
  x: number
  y: number
}
export const fullCrop: Crop = { zoom: 1, x: 0, y: 0 }

interface Frame {
  width: number
  height: number
  picture: { naturalWidth: number; naturalHeight: number }
}

function sizeIn({ width, height, picture }: Frame, zoom: number) {
  const scale = Math.max(width / picture.naturalWidth, height / picture.naturalHeight) * zoom
  return { width: picture.naturalWidth * scale, height: picture.naturalHeight * scale }
}

const within = (value: number, max: number) => Math.max(-max, Math.min(max, value))

/** Limits the offset so that no edge of the picture is inside the frame. */
function clamped({ zoom, x, y }: Crop, frame: Frame): Crop {
  const size = sizeIn(frame, zoom)
  return { zoom, x: within(x, (size.width - frame.width) / 2), y: within(y, (size.height - frame.height) / 2) }
}

export const moveCrop = (crop: Crop, frame: Frame, x: number, y: number) =>
  clamped({ ...crop, x: crop.x + x, y: crop.y + y }, frame)

/** Zooms around the centre of the frame. */
export const zoomCrop = ({ zoom, x, y }: Crop, frame: Frame, to: number) =>
  clamped({ zoom: to, x: (x * to) / zoom, y: (y * to) / zoom }, frame)

/** Draws the part of the picture. `background` is the colour behind transparent parts. */
export function drawCrop(
  context: CanvasRenderingContext2D,
  frame: Frame & { picture: CanvasImageSource },
  crop: Crop,
  background?: string,
): void {
  const size = sizeIn(frame, crop.zoom)
  context.clearRect(0, 0, frame.width, frame.height)
  if (background) {
    context.fillStyle = background
    context.fillRect(0, 0, frame.width, frame.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    frame.picture,
    (frame.width - size.width) / 2 + crop.x,
    (frame.height - size.height) / 2 + crop.y,
    size.width,
    size.height,
  )
}
