import { messages } from '@adire/contract/messages.ts'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { MessageScreen } from './message-screen.tsx'
import { useOnline } from './offline.tsx'

export function ErrorScreen() {
  const online = useOnline()
  return (
    <MessageScreen title={messages.errorTitle} text={online ? messages.errorOnline : messages.errorOffline}>
      <Button size="md" onClick={() => location.reload()}>
        {messages.reload}
      </Button>
    </MessageScreen>
  )
}

/** A class because React has no other way to catch what a render throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}
