import { Delta } from '../../ui/delta.tsx'

type GrowthProps = { now: number; before: number; format: (value: number) => string; note: string }

/** Growth in percent. From zero it is undefined, and from a very small value it means little: then the earlier value is shown. */
export function Growth({ now, before, format, note }: GrowthProps) {
  const change = before > 0 ? (now - before) / before : undefined
  if (change === undefined || change < largestUsefulGrowth) return <Delta change={change} note={note} />
  return <span className="block text-xs text-muted">Up from {format(before)}</span>
}

const largestUsefulGrowth = 10
