import { messages } from '@adire/contract/messages.ts'
import { LinkButton } from './button.tsx'
import { MessageScreen } from './message-screen.tsx'

export function NotFound() {
  return (
    <MessageScreen title={messages.notFoundTitle} subtitle={messages.notFoundSubtitle} text={messages.notFoundText}>
      <LinkButton to="/" size="md">
        {messages.goHome}
      </LinkButton>
    </MessageScreen>
  )
}
