import * as channelHealth from '@adire/contract/channel-health.ts'
import { route } from '../../http/route.ts'
import { getChannelHealthHandler } from './health.ts'

export const channelHealthRoutes = [route(channelHealth.getChannelHealth, getChannelHealthHandler)]
