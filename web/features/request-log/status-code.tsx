import { Badge, type Tone } from '../../ui/badge.tsx'

const toneOf = (status: number): Tone => (status < 400 ? 'ok' : status < 500 ? 'warn' : 'bad')

/** The status of an answer. */
export const StatusCode = ({ status }: { status: number }) => (
  <Badge tone={toneOf(status)} glyph={status < 400 ? 'tick' : 'cross'}>
    {status}
  </Badge>
)
