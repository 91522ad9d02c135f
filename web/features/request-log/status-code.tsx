import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const selectTone = (status: number): BadgeTone => (status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad')

/** HTTP status of a response. */
export const StatusCode = ({ status }: { status: number }) => (
  <Badge tone={selectTone(status)} glyph={status < 400 ? 'tick' : 'cross'}>
    {status}
  </Badge>
)
