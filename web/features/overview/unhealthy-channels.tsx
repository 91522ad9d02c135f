import { healthMinutes } from '@adire/contract/channel-health.ts'
import type { ChannelHealth } from '@adire/contract/channel-health-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { Clock } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { formatShare } from '../../ui/share.ts'
import { useChannelHealth } from './overview-reads.ts'

/** Channels of the business that do not work well at the moment. Renders nothing if there are none. */
export function UnhealthyChannels() {
  const { data } = useChannelHealth()
  const unhealthy = (data?.content ?? []).filter(
    ({ processor, bank, state }) => processor === null && bank === null && (state === 'slow' || state === 'failing'),
  )
  if (unhealthy.length === 0) return null
  return (
    <section
      aria-label="Channels"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-warn-soft px-4 py-3"
    >
      <Clock className="size-5 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56 text-ink">
        {unhealthy.map(describeState).join(' ')} These are your payments of the last {healthMinutes} minutes.
      </p>
      <LinkButton to="/transactions/channels" tone="secondary">
        View channel health
      </LinkButton>
    </section>
  )
}

function describeState({ channel, state, successRate }: ChannelHealth): string {
  if (state === 'slow') return `${channelNames[channel]}: payments are slow.`
  return `${channelNames[channel]}: only ${formatShare(successRate ?? 0, 1)} of payments succeed.`
}
