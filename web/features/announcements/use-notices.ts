import { getNotices } from '@adire/contract/announcements.ts'
import { minuteMs } from '@adire/contract/durations.ts'
import { useCall } from '../../client/api.ts'

const reloadMs = 5 * minuteMs

/** What is shown above every page: announcements of the provider, and what it has stopped. One request for all who ask. */
export const useNotices = (choices: { enabled?: boolean; notifyOnChangeProps?: [] } = {}) =>
  useCall(getNotices, {}, { ...choices, refetchInterval: reloadMs })
