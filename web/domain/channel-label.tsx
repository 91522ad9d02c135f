import { type Channel, channelDefinitions } from '@adire/contract/channels/channels.ts'
import type { ReactNode } from 'react'

/** Text about a payment channel, after the icon of the channel. Without a channel: the text alone. */
export function ChannelLabel({ channel, children }: { channel: Channel | null; children: ReactNode }) {
  if (!channel) return <span>{children}</span>
  return (
    <span data-channel={channel}>
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="mr-2 inline-block size-4 align-[-3px] text-muted"
        aria-hidden="true"
      >
        <path d={channelDefinitions[channel].icon} />
      </svg>
      {children}
    </span>
  )
}
