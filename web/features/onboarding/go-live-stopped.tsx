import { useConfig } from '../../client/config.ts'
import { Badge } from '../../ui/badge.tsx'
import { GoLiveLead } from './go-live-lead.tsx'

export function GoLiveStopped({ status, reason }: { status: string; reason: string | null }) {
  const help = useConfig()?.brand.helpEmail
  return (
    <GoLiveLead
      title={status === 'closed' ? 'Your live business is closed' : 'Your live business is suspended'}
      badge={<Badge tone="bad">{status === 'closed' ? 'Closed' : 'Suspended'}</Badge>}
      text={
        <>
          {reason} Its payment pages take no payments. Write to{' '}
          <a href={`mailto:${help}`} className="font-medium text-link hover:underline">
            {help}
          </a>
          .
        </>
      }
    />
  )
}
