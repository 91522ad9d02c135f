import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { QrImage, qrModules, quietZone } from '../../ui/qr-image.tsx'

const pngPx = 1024

/** QR code, in a separate chunk. */
export function QrCode({ url, fileName }: { url: string; fileName: string }) {
  return (
    <div className="flex flex-col items-center gap-2">
      <QrImage text={url} label="QR code of the link" />
      <Button
        tone="ghost"
        icon={<Download strokeWidth={1.75} />}
        onClick={() => downloadQrCode(qrModules(url), fileName)}
      >
        Download QR code
      </Button>
    </div>
  )
}

/** Downloads a PNG, which chats, documents and printers all accept. */
function downloadQrCode(rows: readonly boolean[][], fileName: string) {
  const size = rows.length + 2 * quietZone
  const scale = Math.floor(pngPx / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#0f1728'
  context.translate(quietZone * scale, quietZone * scale)
  for (const [y, row] of rows.entries())
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
