import { messages } from '@adire/contract/messages.ts'
import { useLivePaymentsOpen } from '../../client/config.ts'
import { useMode } from '../../client/use-mode.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { GoLiveLead } from './go-live-lead.tsx'

export function GoLiveApproved() {
  const { toggle, isSwitching } = useMode()
  const isOpen = useLivePaymentsOpen()
  const notOpen = isOpen ? '' : ' Live payments are not open yet: customers can’t pay there for now.'
  return (
    <GoLiveLead
      title="Your business is live"
      badge={<Badge tone="ok">Approved</Badge>}
      text={`Your test data stays in ${messages.modeLabel.TEST}; ${messages.modeLabel.LIVE} starts empty.${notOpen}`}
    >
      <Button busy={isSwitching} onClick={toggle}>
        Switch to {messages.modeLabel.LIVE}
      </Button>
    </GoLiveLead>
  )
}
