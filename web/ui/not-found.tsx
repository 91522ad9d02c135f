import { messages } from '@adire/contract/messages.ts'
import { LinkButton } from './button.tsx'
import { MessageScreen } from './message-screen.tsx'

export function NotFound() {
  const { title, subtitle, text, goHome } = messages.notFound
  return (
    <MessageScreen title={title} subtitle={subtitle} text={text}>
      <LinkButton to="/" size="md">
        {goHome}
      </LinkButton>
    </MessageScreen>
  )
}
