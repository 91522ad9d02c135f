import { formatDateTime } from '../../ui/date.ts'

/** Time of a row, at its end. */
export const RowTime = ({ at }: { at: string }) => (
  <time dateTime={at} className="figures shrink-0 text-sm text-muted">
    {formatDateTime(at)}
  </time>
)
