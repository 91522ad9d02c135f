import { Download } from 'lucide-react'
import { encode } from 'uqr'
import { Button } from '../../ui/button.tsx'

const quietZone = 2
const pngPx = 1024

/** A chunk of its own. Dark on white in both themes: not every camera reads an inverted code. */
export function QrCode({ url, fileName }: { url: string; fileName: string }) {
  const { data, size } = encode(url, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <div className="flex flex-col items-center gap-2">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the link"
        className="size-40 rounded-md border border-line bg-white"
      >
        <path d={path} fill="#0f1728" />
      </svg>
      <Button tone="ghost" icon={<Download strokeWidth={1.75} />} onClick={() => download(data, fileName)}>
        Download QR code
      </Button>
    </div>
  )
}

/** As a PNG, which chats, documents and printers all take. */
function download(data: readonly boolean[][], fileName: string) {
  const scale = Math.floor(pngPx / data.length)
  const canvas = document.createElement('canvas')
  canvas.width = data.length * scale
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#0f1728'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  canvas.toBlob((blob) => {
    if (!blob) return
    const anchor = document.createElement('a')
    anchor.href = URL.createObjectURL(blob)
    anchor.download = `${fileName}.png`
    anchor.click()
    setTimeout(() => URL.revokeObjectURL(anchor.href), 1000)
  })
}
