type DeltaProps = {
  /** Change: 0.124 is +12.4% or +12.4 pts; undefined if there is nothing to compare with. */
  change: number | undefined
  /** ` pts`: percentage points, for a change between two percentages. */
  unit?: '%' | ' pts'
  /** "vs previous 30 days" */
  note?: string
  /** A decrease is good, as for refunds and failures. */
  lessIsBetter?: boolean
}

/** Change since an earlier period. Arrow, sign and colour, so that it never depends on colour alone. */
export function Delta({ change, unit = '%', note, lessIsBetter = false }: DeltaProps) {
  const percent = change === undefined ? undefined : Math.round(change * 1000) / 10
  const tone = !percent ? 'text-muted' : percent > 0 !== lessIsBetter ? 'text-ok' : 'text-bad'
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-xs">
      {percent === undefined ? (
        <span className="text-muted">Nothing to compare with</span>
      ) : (
        <span className={`figures flex items-center gap-0.5 font-medium ${tone}`}>
          {percent !== 0 && <Arrow up={percent > 0} />}
          {signOf(percent)}
          {Math.abs(percent).toFixed(1)}
          {unit}
        </span>
      )}
      {note && percent !== undefined && <span className="text-muted max-sm:hidden">{note}</span>}
    </span>
  )
}

const signOf = (percent: number) => (percent > 0 ? '+' : percent < 0 ? '\u2212' : '')

function Arrow({ up }: { up: boolean }) {
  return (
    <svg
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-3.5"
      aria-hidden="true"
    >
      <path d={up ? 'M4 10 10 4M5 4h5v5' : 'm4 4 6 6M10 5v5H5'} />
    </svg>
  )
}
