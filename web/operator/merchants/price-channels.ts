import { channelNames, channels } from '@adire/contract/channels/channels.ts'

export const channelOptions = [
  { value: 'checkout', label: 'All channels of the checkout' },
  ...channels.map((channel) => ({ value: channel, label: channelNames[channel] })),
]
