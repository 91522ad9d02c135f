type Point = readonly [x: number, y: number]

/**
 * Smooth path through points of increasing x, without overshoot: monotone between two neighbouring points
 * (M. Steffen, "A simple method for monotonic interpolation in one dimension", 1990), because a chart must not show amounts that
 * did not occur. Our own code, because the library includes all of its curve types, which is a tenth of the page.
 */
export function monotonePath(points: readonly Point[]): string {
  if (points.length === 0) return ''
  const slopes = calculateSlopes(points)
  const curves = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index]!
    const third = (x - fromX) / 3
    const leave = [fromX + third, fromY + third * slopes[index]!]
    const arrive = [x - third, y - third * slopes[index + 1]!]
    return `C${[...leave, ...arrive, x, y].map(roundToHundredths)}`
  })
  return `M${points[0]!.map(roundToHundredths)}${curves.join('')}`
}

const roundToHundredths = (value: number) => Math.round(value * 100) / 100

function calculateSlopes(points: readonly Point[]): number[] {
  const risings = points.slice(1).map(([x, y], index) => (y - points[index]![1]) / (x - points[index]![0]))
  const inner = risings.slice(1).map((after, index) => {
    const before = risings[index]!
    const [first, middle, last] = [points[index]![0], points[index + 1]![0], points[index + 2]![0]]
    const mean = (before * (last - middle) + after * (middle - first)) / (last - first)
    return (Math.sign(before) + Math.sign(after)) * Math.min(Math.abs(before), Math.abs(after), Math.abs(mean) / 2)
  })
  if (inner.length === 0) return risings.flatMap((rising) => [rising, rising])
  return [(3 * risings[0]! - inner[0]!) / 2, ...inner, (3 * risings.at(-1)! - inner.at(-1)!) / 2]
}
