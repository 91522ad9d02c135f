import { encode } from 'uqr'

/** Width of the light border that scanners need around a code, in modules. */
export const quietZone = 2

/** Rows of modules, true where dark, without the quiet zone. */
export const qrModules = (text: string): readonly boolean[][] => encode(text, { ecc: 'M', border: 0 }).data

/** QR code, dark on white in both themes: not every camera reads inverted codes. Load it in its own chunk. */
export function QrImage({ text, label }: { text: string; label: string }) {
  const rows = qrModules(text)
  const size = rows.length + 2 * quietZone
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`${-quietZone} ${-quietZone} ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className="size-40 shrink-0 rounded-md border border-line bg-white"
    >
      <path d={path} fill="#0f1728" />
    </svg>
  )
}
